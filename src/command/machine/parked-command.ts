/** `mem0-hooks parked`: the requests that are set aside, and why. Writes nothing. */
import type { MemoryType } from '../../contract/memory.ts';
import { isFor } from '../../spool/belonging.ts';
import { type Parked, parkedIn } from '../../spool/parked.ts';
import { homeProblem, refuse } from '../leave.ts';
import { command } from '../line/definition.ts';
import { counted, harmless, oneLine } from '../plain-words.ts';
import { whyNot } from '../why-not.ts';

export const parkedCommand = command({
  about: `
Shows the requests that are set aside: those that the platform refused for good, and those that cannot be read. They wait for
nobody; mem0-hooks retry puts them back, and after 90 days they go. What is in them is shown with --show alone; it is as it would be
sent, secrets masked.`,
  line: (empty) => empty.option('--show', 'the text of each, too'),
  json: `an array: id, since, reason, type, scope, app_id, characters, here (whether it is for the key and host in use), and with \
--show its messages`,
  statuses: { done: 'shown (or there are none)', not: 'they cannot be read (it is said why)' },
  run: ({ runtime, options: { show = false }, answer }) => {
    const misplaced = homeProblem(runtime);
    if (misplaced !== undefined) refuse(`${misplaced}.`);
    try {
      const shown = parkedIn(runtime.folder).map((one) => shownOf(one, runtime.destination, show));
      answer(shown, () => (shown.length === 0 ? 'Nothing is set aside.' : textOf(shown)));
    } catch (error) {
      refuse(`Nothing can be shown: ${whyNot(error)}.`);
    }
  },
});

interface Shown {
  readonly id: string;
  /** ISO 8601. */
  readonly since: string;
  readonly reason: string;
  /** Null where it cannot be read, and so below. */
  readonly type: MemoryType | null;
  readonly scope: 'user' | 'project' | null;
  readonly app_id: string | null;
  readonly characters: number | null;
  readonly here: boolean | null;
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
}

function shownOf({ id, at, item }: Parked, destination: string, show: boolean): Shown {
  const since = new Date(at).toISOString();
  if (item === undefined)
    return {
      ...{ id, since, reason: 'unreadable', type: null, scope: null },
      ...{ app_id: null, characters: null, here: null },
    };
  const { messages, metadata, scope } = item.write;
  return {
    ...{ id, since, reason: item.parkedFor ?? 'unknown', type: metadata.type, scope, app_id: item.place.appId ?? null },
    characters: messages.reduce((sum, { content }) => sum + content.length, 0),
    here: isFor(item.destination, destination),
    ...(show ? { messages } : {}),
  };
}

function textOf(all: readonly Shown[]): string {
  return [
    ...all.flatMap(linesOf),
    '',
    'mem0-hooks retry ID puts one back into the spool, mem0-hooks retry --all all that can be read.',
  ].join('\n');
}

function linesOf(one: Shown): readonly string[] {
  const { id, since, reason, type, characters, here } = one;
  const what = type === null || characters === null ? 'cannot be read' : `${type}, ${counted(characters, 'character')}`;
  return [
    `${oneLine(id)}  ${since.slice(0, 16).replace('T', ' ')} UTC  ${what}${type === null ? '' : `: ${reasonWords(reason)}`}`,
    ...(here === false ? ['  for another key, or without one'] : []),
    ...(one.messages ?? []).flatMap(({ role, content }) => [
      `  ${oneLine(role)}:`,
      ...harmless(content)
        .split('\n')
        .map((line) => `    ${line}`),
    ]),
  ];
}

/** A reason of a failure and a status (`flows/deliver`), or that its extraction failed again and again (`flows/follow`). */
function reasonWords(reason: string): string {
  const [, status] = /^[a-z-]+ (\d{3})$/.exec(reason) ?? [];
  if (status !== undefined) return `the platform refused it with status ${status}`;
  if (reason === 'unknown') return 'nobody knows why';
  return oneLine(reason);
}
