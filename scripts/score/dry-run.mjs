/** What a capture would send, by the dry run of the hook: for bundles that have no `preview` yet. */
import { join } from 'node:path';

export function dryRunOf({ hooks, repository, sessionId, transcriptPath }) {
  const input = {
    session_id: sessionId,
    transcript_path: transcriptPath,
    cwd: repository,
    hook_event_name: 'SessionEnd',
    prompt_id: 'p',
    reason: 'other',
  };
  return {
    args: [join(hooks, 'session-end.cjs')],
    env: { MEM0_DRY_RUN: '1' },
    input: JSON.stringify(input),
    read: ({ stderr }) => ({ requests: requestsIn(stderr) }),
  };
}

/** `METHOD /path`, a line on the key, the body as JSON over several lines. */
function requestsIn(text) {
  return [
    ...text.matchAll(
      /^(POST|PUT|PATCH|GET|DELETE) (\/\S*)\n(?:\(local platform\)|Authorization: .*)\n(\{\n[\s\S]*?\n\})\n/gm,
    ),
  ].map(([, method, path, body]) => ({ method, path, body: JSON.parse(body) }));
}
