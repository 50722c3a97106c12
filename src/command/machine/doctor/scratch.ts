/** A write, its reading and its removal under a user that is made up for it; the removal is looked at afterwards. */
import { unknown } from 'zod/mini';
import { asFailure, Failure } from '../../../contract/failure.ts';
import type { Send } from '../../../contract/wire.ts';
import { handWrite } from '../../../core/capture/by-hand.ts';
import type { Scope } from '../../../core/identity/scope.ts';
import { NO_SECRETS } from '../../../core/redaction/secret-values.ts';
import { ask, overrideOf, type Within } from '../../../mem0/client.ts';
import type { OperatorClient } from '../../../mem0/operator-client.ts';
import { reader } from '../../../mem0/requests.ts';
import { whyNot } from '../../why-not.ts';
import { type Check, failed, notChecked, ok, warning } from './check.ts';

export const SCRATCH = ['write', 'read', 'clean up'] as const;
const [WRITE, READ, CLEAN] = SCRATCH;

const TEXT = 'I prefer that this note of mem0-hooks doctor is gone a moment later.';
const ALL = { kind: 'user', latestOnly: false, showExpired: true } as const;

export interface Way {
  readonly send: Send;
  readonly scope: Scope;
  readonly within: () => Within;
}

export async function scratchChecks(client: OperatorClient, way: Way, captureId: string): Promise<readonly Check[]> {
  const [write, id] = await written(client, captureId);
  const read = id === undefined ? notChecked(READ, 'nothing was written') : await readBack(client, id);
  // Also where the write failed: what became of it is not always known.
  return [write, read, await cleanedUp(client, way)];
}

async function written(client: OperatorClient, captureId: string): Promise<readonly [Check, string | undefined]> {
  const hand = handWrite({ type: 'preference', text: TEXT, secrets: NO_SECRETS, captureId });
  if ('refused' in hand) throw new TypeError('the text of the doctor cannot be written');
  try {
    const { row, differs } = await client.remember(hand.write);
    if (differs.length === 0) return [ok(WRITE, 'a note of a made-up user was stored word for word'), row.id];
    return [
      warning(WRITE, `the platform stores something else than was sent (${differs.join(', ')})`, 'tell its makers'),
      row.id,
    ];
  } catch (error) {
    const remedy =
      asFailure(error).reason === 'quota'
        ? 'nothing is lost: it is sent once the plan allows it'
        : 'try again in a while; until it works, captures wait in the spool';
    return [failed(WRITE, whyNot(error), remedy), undefined];
  }
}

async function readBack(client: OperatorClient, id: string): Promise<Check> {
  try {
    const { rows } = await client.all(ALL);
    if (rows.some((row) => row.id === id)) return ok(READ, 'it was found where a session start would look');
    return failed(READ, 'it is there, but no list shows it', 'try again in a while: the platform may be behind');
  } catch (error) {
    return failed(READ, whyNot(error), 'try again in a while; until it works, sessions begin without memories');
  }
}

async function cleanedUp(client: OperatorClient, way: Way): Promise<Check> {
  const { userId } = client.scope;
  const remedy = `remove the user ${userId} in the dashboard of Mem0; it holds that one note`;
  try {
    const ids = (await client.all(ALL)).rows.map(({ id }) => id);
    if (ids.length > 0) await client.remove(ids);
    await forgotten(way);
    const left = (await client.all(ALL)).rows.length;
    if (left > 0) return failed(CLEAN, `${left} of it can still be read`, remedy);
    return ok(CLEAN, 'the note and its user were removed, and no read shows them');
  } catch (error) {
    return failed(CLEAN, whyNot(error), remedy);
  }
}

/** The user itself (platform contract §6: `DELETE /v2/entities/{type}/{name}/`); where nothing was ever written there is none. */
async function forgotten({ send, scope, within }: Way): Promise<void> {
  const path = `/v2/entities/user/${encodeURIComponent(scope.userId)}/`;
  const override = overrideOf(scope);
  const body = Object.keys(override).length === 0 ? {} : { body: override };
  try {
    await ask(send, { request: { method: 'DELETE', path, ...body }, read: reader(unknown()) }, within());
  } catch (error) {
    if (!(error instanceof Failure && error.status === 404)) throw error;
  }
}
