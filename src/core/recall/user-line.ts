/**
 * The one line that the person sees at session start: what was recalled, or what is wrong and what to do (design §4).
 * Pure; never holds anything but counts, names of ours and the project id.
 */

import type { ConfigProblem } from '../../contract/config.ts';
import type { FailureReason, FaultCode } from '../../contract/failure.ts';
import type { Pack } from './context-pack.ts';
import type { Section } from './sections.ts';

const NAMES: Readonly<Record<Section, readonly [one: string, many: string]>> = {
  'just-now': ['said just now', 'said just now'],
  pinned: ['pinned', 'pinned'],
  preference: ['preference', 'preferences'],
  decision: ['decision', 'decisions'],
  convention: ['convention', 'conventions'],
  runbook: ['runbook', 'runbooks'],
  insight: ['insight', 'insights'],
};

/** What is wrong, and what to do about it. Each reason has words of its own, so that a person can tell them apart. */
const REMEDIES: Readonly<Record<FailureReason, string>> = {
  'bad-key': 'Mem0 refuses the key. Check MEM0_API_KEY; what was said is kept for this key.',
  refused: 'Mem0 refused the request. A newer version of mem0-hooks may know why.',
  throttled: 'Mem0 is throttling this key. Nothing is lost; the next start tries again.',
  quota: 'the Mem0 plan is used up. What was said is kept until the plan allows it.',
  unavailable: 'Mem0 is in trouble at the moment. Nothing is lost; the next start tries again.',
  unreachable:
    'Mem0 cannot be reached. Check the network, the proxy and certificates if there are any, or MEM0_BASE_URL; nothing is lost.',
  late: 'Mem0 did not answer in time. Nothing is lost; MEM0_DEADLINE_MS sets how long a start may wait.',
  'broken-off': 'the connection to Mem0 broke. Nothing is lost; the next start tries again.',
  'odd-answer': 'something that is not Mem0 answered. Check MEM0_BASE_URL and proxies.',
  'bad-base-url': 'the key or MEM0_BASE_URL cannot be used, so nothing is sent.',
  'dry-run': 'dry run: nothing is sent.',
  'no-driver':
    'without a key, memory needs a database driver: use Node 22.16 or newer, or run npm ci in the mem0-hooks folder. What was said is kept until then.',
  'newer-schema': 'the local memories were written by a newer mem0-hooks. Update this one.',
  'cannot-open': 'the local memories cannot be opened. Check the state folder (MEM0_HOOKS_HOME).',
  'read-only': 'the state folder cannot be written. Sessions wait to be captured until it can; check MEM0_HOOKS_HOME.',
  full: 'the disk is full. Sessions wait to be captured until there is space.',
  unsafe:
    "the state folder is a link, a file or someone else's, so it is not used. Sessions wait to be captured; check MEM0_HOOKS_HOME.",
  missing: 'a transcript was not there.',
  unreadable: 'a transcript could not be read.',
  other: 'something unexpected went wrong. MEM0_LOG=debug shows the steps.',
};

/** Where the local platform is meant, Mem0 and the network have nothing to do with it. */
const LOCAL_REMEDIES: Readonly<Partial<Record<FailureReason, string>>> = {
  unavailable: 'the local memories are busy with another session. Nothing is lost; the next start tries again.',
  late: 'the local memories could not be read in time. Nothing is lost; MEM0_DEADLINE_MS sets how long a start may wait.',
  refused: 'the local platform refused the request. A newer version of mem0-hooks may know why.',
};

const FAULT_WORDS: Readonly<Record<FaultCode, string>> = {
  'no-input': 'no input',
  'input-cut-off': 'input that was cut off',
  'input-not-json': 'input that is not JSON',
  'input-too-large': 'input that is too large',
  'other-event': 'input of another event; is a hook registered for the wrong one?',
  'input-odd': 'input of an unknown shape',
  'transcript-missing': 'a transcript could not be read',
  'folder-unusable': 'the state folder could not be written',
  parked: 'Mem0 refused a capture for good; it is kept in spool/parked',
  'unreadable-item': 'a capture that waited could not be read; it is kept in spool/parked',
  'unreadable-session':
    'the record of a session could not be read, so its capture waits; a newer version may have written it',
  'given-up': 'a session waited a month for its key or its secrets and was given up',
  'tried-in-vain': 'a session could not be captured, ten times over, and was given up; its transcript is still there',
  crashed: 'an unexpected error; MEM0_LOG=debug shows the steps',
  'out-of-time': 'not done in time',
};

export interface Faults {
  readonly count: number;
  /** The latest one's code, and when it was (ISO 8601). */
  readonly last: { readonly code: FaultCode; readonly at: string };
}

export interface LineInput {
  readonly project: string | undefined;
  readonly local: boolean;
  readonly pack: Pack | undefined;
  /** That there is nothing yet is worth a word; only ever true when everything could be asked. */
  readonly empty: boolean;
  readonly failure: FailureReason | undefined;
  readonly problems: readonly ConfigProblem[];
  /** Sessions and requests that wait for another environment than this start's: another key, or other secrets. */
  readonly elsewhere: number;
  readonly faults: Faults | undefined;
  readonly tookMs: number;
}

/** The line, under 400 characters; undefined when there is nothing to say. */
export function userLine(input: LineInput): string | undefined {
  const where = `${input.project ?? 'no project'}${input.local ? ', on this machine' : ''}`;
  const parts = [
    ...(input.pack === undefined ? [] : [recalled(input.pack, where, input.tookMs)]),
    ...(input.empty ? [`no memories yet (${where}).`] : []),
    ...(input.failure === undefined ? [] : [remedy(input.failure, input.local)]),
    ...input.problems.map(({ name, problem }) => `${name} ${problem}.`),
    ...(input.elsewhere === 0 ? [] : [elsewhereText(input.elsewhere)]),
    ...(input.faults === undefined ? [] : [faultText(input.faults)]),
  ];
  return parts.length === 0 ? undefined : `mem0: ${parts.join(' ')}`.slice(0, 399);
}

/** Why memories could not be read, and what helps: a sentence or two. */
export function remedy(reason: FailureReason, local: boolean): string {
  return (local ? LOCAL_REMEDIES[reason] : undefined) ?? REMEDIES[reason];
}

function recalled(pack: Pack, where: string, tookMs: number): string {
  const counted = Object.entries(pack.counts).map(([section, count]) => {
    const names = NAMES[section as Section];
    return `${count} ${count === 1 ? names[0] : names[1]}`;
  });
  const parts = [...(pack.sessionState ? ['where you left off'] : []), ...counted];
  if (pack.asOf !== undefined) {
    const when = pack.asOf.slice(0, 16).replace('T', ' ');
    return `shown as recalled on ${when} UTC: ${parts.join(', ')} (${where}).`;
  }
  return `recalled ${parts.join(', ')} (${where}, ${(tookMs / 1000).toFixed(1)} s).`;
}

function elsewhereText(count: number): string {
  return `${count === 1 ? '1 capture waits' : `${count} captures wait`} for the key or the secrets of another shell; mem0-hooks drain says which.`;
}

function faultText(faults: Faults): string {
  const times = faults.count === 1 ? 'One hook had' : `${faults.count} hooks had`;
  return `${times} a fault since the last start (latest: ${FAULT_WORDS[faults.last.code]}, ${faults.last.at.slice(0, 16).replace('T', ' ')} UTC).`;
}
