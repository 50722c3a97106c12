/** What a session comes to in a folder, with all that decides it taken together: switches, lists, the repository's file, the key. */
import { FILE } from '../../contract/read-config.ts';
import { type Narrowing, REPOSITORY_FILE } from '../../contract/repository-settings.ts';
import type { Permission } from '../../core/settings/lists.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Here } from './status-report.ts';

interface Deciding {
  readonly enabled: boolean;
  readonly permission: Permission;
  /** Undefined where the repository was not looked at. */
  readonly narrowing: Narrowing | undefined;
  readonly project: string | null;
}

export function hereFor(runtime: Runtime, { enabled, permission, narrowing, project }: Deciding): Here {
  const { config, canSend } = runtime;
  const all = [
    ...(enabled ? [] : ['mem0-hooks is switched off']),
    ...(config.held ? [`${FILE} cannot be understood, and what is said waits until it can`] : []),
    ...(permission.allowed ? [] : [listWords(permission)]),
    ...(config.dryRun ? ['it is a dry run'] : []),
  ];
  const capture = [
    ...(config.capture ? [] : ['capture is switched off']),
    ...(narrowing?.capture === false ? [`${REPOSITORY_FILE} switches capture off`] : []),
  ];
  const recall = [
    ...(config.recall ? [] : ['recall is switched off']),
    ...(narrowing?.recall === false ? [`${REPOSITORY_FILE} switches recall off`] : []),
    ...(canSend || config.held ? [] : ['nothing can be asked for with this key or base URL']),
  ];
  const captured = all.length === 0 && capture.length === 0;
  return {
    captured,
    recalled: all.length === 0 && recall.length === 0,
    reasons: [
      ...all,
      ...capture,
      ...recall,
      ...(captured && !canSend ? ['what is captured waits until it can be sent'] : []),
      ...(captured && project === null ? ['there is no project here, so only preferences are kept'] : []),
    ],
  };
}

function listWords({ by }: Permission): string {
  return by?.list === 'allow' ? 'the list of what is allowed does not have it' : 'it is on the list of what is denied';
}
