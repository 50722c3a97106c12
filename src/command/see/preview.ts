/**
 * What a capture of a session would send now, as it would be on the wire: the capture's own code up to the moment of committing,
 * the client's own bodies. Nothing is sent, nothing is stored.
 */
import type { Job, Opening, Place, Receipt, SpoolItem } from '../../contract/state.ts';
import type { Send, WireRequest } from '../../contract/wire.ts';
import { Mem0Client } from '../../mem0/client.ts';
import { belongingOf, isOurs, missingSecrets } from '../../runtime/belongs.ts';
import { hasOwner } from '../../runtime/processes/processes.ts';
import { Runtime } from '../../runtime/runtime.ts';
import { Ledger } from '../../spool/ledger.ts';
import { UserIds } from '../../state/user-ids.ts';
import type { Found, Wrong } from '../find-session.ts';
import { rehearse } from '../rehearse.ts';
import { originWords } from '../settings-text.ts';

/** Stands for a user who is not known yet: asking whose a key is would be sending. */
export const UNKNOWN_USER = '<user_email of the key, asked at the first request>';

/** What a person is told where nothing is captured. */
const BARRED =
  "Nothing is captured where this session ran: your lists or the repository's own file say so (mem0-hooks status tells which).";

export interface Preview extends Pick<Receipt, 'turns' | 'omitted' | 'redacted' | 'left' | 'treesInPart'> {
  readonly session: string;
  readonly transcript: string;
  readonly requests: readonly Pick<WireRequest, 'method' | 'path' | 'body'>[];
}

export interface Previewed {
  readonly preview: Preview;
  /** Why nothing of it would be sent now, whatever it is; undefined where it would. */
  readonly stopped?: string;
  /** What a person must know of it, a sentence each. */
  readonly notes: readonly string[];
}

/** The settings of this process, over a ledger in which nothing was captured: for `--all`. */
export class RuntimeAsIfNew extends Runtime {
  override readonly ledger: Ledger = new LedgerAsIfNew(this.folder, hasOwner);
}

/** Sessions are as they are, and where they belong; only that anything was captured is not known here. */
class LedgerAsIfNew extends Ledger {
  override cursor(): undefined {
    return undefined;
  }

  override covered(): ReadonlySet<string> {
    return new Set();
  }
}

const NOTHING: Omit<Preview, 'session' | 'transcript' | 'requests'> = { turns: 0, omitted: [], redacted: [], left: [] };

export async function preview(runtime: Runtime, found: Found): Promise<Previewed | Wrong> {
  const openings = runtime.ledger.openings(found.sessionId);
  const ours = oursAmong(runtime, openings);
  const job = jobOf(runtime, found, ours);
  // Of one that belongs elsewhere what was said there last is shown as if it were said here.
  const whose = ours ?? openings.findLast(isOn);
  const rehearsed = await rehearse(runtime, job, whose?.belongs);
  if (rehearsed === 'missing' || rehearsed === 'unreadable')
    return { wrong: `The transcript ${found.transcriptPath} cannot be read (${rehearsed}).` };
  const isBarred = rehearsed === 'barred';
  const record = isBarred ? undefined : rehearsed;
  const { turns, omitted, redacted, left, treesInPart = [] } = record?.receipt ?? NOTHING;
  const requests: Preview['requests'][number][] = [];
  for (const item of Object.values(record?.items ?? {})) requests.push(await requestOf(runtime, item));
  const stopped = isBarred ? BARRED : stoppedBy(runtime);
  return {
    ...(stopped === undefined ? {} : { stopped }),
    preview: {
      session: found.sessionId,
      transcript: found.transcriptPath,
      ...{ turns, requests, omitted, redacted, left, treesInPart },
    },
    notes: [
      ...notesOn(runtime, found, { job, openings, isElsewhere: ours === undefined && whose !== undefined }, requests),
    ],
  };
}

/** Switches and faults that keep everything here, in a sentence each. */
function stoppedBy(runtime: Runtime): string | undefined {
  const { config, origins } = runtime;
  if (!config.capture)
    return `Capture is switched off (${originWords(origins.capture)}): nothing of this will be sent.`;
  if (runtime.canSend) return undefined;
  return `Nothing can be sent: ${runtime.problems.map(({ name, problem }) => `${name} ${problem}`).join('; ')}.`;
}

/** As its own hooks would make it, where this process could capture it; else as a session that ends here and now. */
function jobOf(runtime: Runtime, { sessionId, transcriptPath, cwd, record }: Found, ours: Opening | undefined): Job {
  const belongs = ours?.belongs ?? belongingOf(runtime, record?.appId);
  return { sessionId, transcriptPath, cwd, at: new Date().toISOString(), belongs };
}

/** The last opening that this process could capture, apart from secrets that it may lack. */
function oursAmong(runtime: Runtime, openings: readonly Opening[]): Opening | undefined {
  return openings.findLast((one) => isOn(one) && isOurs(runtime, one.belongs));
}

function isOn({ off }: Opening): boolean {
  return off !== true;
}

/** The request as the client makes it; it goes no further than to this function. */
async function requestOf(runtime: Runtime, { place, write }: SpoolItem): Promise<Preview['requests'][number]> {
  let made: WireRequest | undefined;
  const send: Send = async (request) => {
    made = request;
    return { status: 200, headers: {}, body: '{"results":[]}' };
  };
  const client = new Mem0Client(send, { ...place, userId: userOf(runtime, place) });
  await client.add(write, { deadline: Number.POSITIVE_INFINITY });
  if (made === undefined) throw new TypeError('the client made no request');
  const { method, path, body } = made;
  return { method, path, ...(body === undefined ? {} : { body }) };
}

/** As the platform would be asked for it, without asking. */
function userOf(runtime: Runtime, place: Place): string {
  const { apiKey } = runtime.config;
  if (place.userId !== undefined) return place.userId;
  if (apiKey === undefined) return runtime.localUser;
  return new UserIds(runtime.folder).of(runtime.keyHash(apiKey), Date.now()) ?? UNKNOWN_USER;
}

function notesOn(
  runtime: Runtime,
  found: Found,
  known: { readonly job: Job; readonly openings: readonly Opening[]; readonly isElsewhere: boolean },
  requests: Preview['requests'],
): readonly string[] {
  const cursor = runtime.ledger.cursor(found.sessionId);
  const missing = missingSecrets(runtime, known.job.belongs);
  const wasOff = !known.openings.every(isOn);
  return [
    ...(known.isElsewhere
      ? ['This session belongs to another key, or to none: what is shown is what it would be with the settings here.']
      : []),
    ...(found.gone === undefined
      ? []
      : [`The folder of the session is not there (${found.gone}): the files of this one stand in for it.`]),
    ...(missing.length > 0
      ? [
          `Captured only where these variables are as they were in the session, since they are masked: ${missing.join(', ')}.`,
        ]
      : []),
    ...(wasOff ? ['What was said while capture was switched off is never captured.'] : []),
    ...(cursor !== undefined && cursor.captured.length > 0
      ? [`What was captured before (last ${cursor.endedAt}) is not sent again; --all shows the whole session.`]
      : []),
    ...(requests.some(({ body }) => body?.['user_id'] === UNKNOWN_USER)
      ? [
          'Whose the key is has not been asked yet, and a preview asks nothing: user_id is filled in when something is sent.',
        ]
      : []),
  ];
}
