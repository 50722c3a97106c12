/**
 * `MEM0_DRY_RUN=1`: each request is printed to stderr as it would be sent, the key masked, and none is sent.
 */
import { writeSync } from 'node:fs';
import { Failure } from '../../contract/failure.ts';
import type { Send, WireRequest } from '../../contract/wire.ts';

/** A `Send` that prints and then fails with `dry-run`, except that a ping answers with a made-up user, so that the rest is shown. */
export function dryRunSend(apiKey: string | undefined): Send {
  return async (request) => {
    printRequest(request, apiKey);
    if (request.path === '/v1/ping/') {
      const body = JSON.stringify({ status: 'ok', org_id: '', project_id: '', user_email: 'the-e-mail-of-this-key' });
      return { status: 200, headers: {}, body };
    }
    throw new Failure('dry-run', 'nothing is sent', { sent: false });
  };
}

function printRequest(request: WireRequest, apiKey: string | undefined): void {
  const query = request.query?.map(([name, value]) => `${name}=${value}`).join('&');
  const lines = [
    `${request.method} ${request.path}${query === undefined ? '' : `?${query}`}`,
    ...(apiKey === undefined ? ['(local platform)'] : [`Authorization: Token ${'*'.repeat(8)}`]),
    ...(request.body === undefined ? [] : [JSON.stringify(request.body, null, 2)]),
  ];
  writeSync(2, `${lines.join('\n')}\n\n`);
}
