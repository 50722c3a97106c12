/** What a move would do, and what came of it, in words and as JSON. */
import type { Move, Mover, Stay, StayReason } from '../../core/moving/moves.ts';
import { columns, counted, oneLine } from '../plain-words.ts';
import { whyNot } from '../why-not.ts';
import type { Outcome } from './move.ts';
import type { Plan } from './plan.ts';

const STAY_WORDS: Readonly<Record<StayReason, string>> = {
  expired: 'expired',
  superseded: 'superseded by a newer one',
  deleted: 'deleted',
  'no-place': 'of a type that has no place here',
  'no-project': 'of a project, and it is not known of which',
  denied: 'of a project that is denied',
  'older-state': 'states of sessions that a newer one follows',
  'session-state': 'states of sessions of the first plugin',
  summary: 'summaries of sessions',
  'auto-capture': 'automatic captures',
  'project-profile': 'profiles of a project, made of files',
  same: 'said twice: the other one goes',
  there: 'known there already, in the same words',
  'no-words': 'without words that may leave',
  'too-long': 'too long for one memory',
};

/** Of these a person wants to know which they are. */
const SHOWN: ReadonlySet<StayReason> = new Set<StayReason>(['no-place', 'no-project', 'no-words', 'too-long']);
const MOST_SHOWN = 5;
const LINE_CHARS = 100;

/** The moves by scope and type, and the newest of them. */
export function movesText(moves: readonly Move[], most: number): readonly string[] {
  const newest = moves.slice(-most).reverse();
  const more = moves.length - newest.length;
  return [
    ...byScope(moves),
    ...(newest.length === 0 ? [] : [more === 0 ? 'These are:' : `The newest ${newest.length} of ${moves.length}:`]),
    ...columns(newest.map((one) => [dayOf(one.at), kindOf(one), lineOf(one)])).map((line) => `  ${line}`),
    ...maskedText(moves),
  ];
}

function byScope(moves: readonly Move[]): readonly string[] {
  const scopes = new Map<string, Map<string, number>>();
  for (const { appId, type } of moves) {
    const scope = appId === undefined ? 'your own' : `project ${oneLine(appId)}`;
    const types = scopes.get(scope) ?? new Map<string, number>();
    scopes.set(scope, types.set(type, (types.get(type) ?? 0) + 1));
  }
  const rows = [...scopes].sort(([a], [b]) => (a < b ? -1 : 1));
  return columns(
    rows.map(([scope, types]) => [scope, [...types].map(([type, count]) => `${type} ${count}`).join(', ')]),
  ).map((line) => `  ${line}`);
}

function maskedText(moves: readonly Move[]): readonly string[] {
  const masked = moves.flatMap(({ redacted }) => redacted).reduce((sum, { count }) => sum + count, 0);
  return masked === 0 ? [] : [`Masked in these: ${counted(masked, 'secret')}.`];
}

function kindOf({ was, type }: Move): string {
  return was === type ? type : `${oneLine(was)} becomes ${type}`;
}

function lineOf({ text, write }: Move): string {
  const { metadata, expirationDate } = write;
  const marks = [
    ...(metadata.pinned === true ? ['pinned'] : []),
    ...(expirationDate === undefined ? [] : [`until ${expirationDate}`]),
  ];
  return `${cut(text)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
}

function cut(text: string): string {
  const line = oneLine(text);
  return line.length <= LINE_CHARS ? line : oneLine(`${line.slice(0, LINE_CHARS - 1)}…`);
}

function dayOf(at: string): string {
  return oneLine(at.slice(0, 'YYYY-MM-DD'.length)) || 'undated';
}

/** What stays where it is, and why. */
export function staysText(stays: readonly Stay[], heading: string): readonly string[] {
  const reasons = new Map<StayReason, Stay[]>();
  for (const stay of stays) reasons.set(stay.reason, [...(reasons.get(stay.reason) ?? []), stay]);
  if (reasons.size === 0) return [];
  return [
    heading,
    ...[...reasons]
      .sort(byWords)
      .flatMap(([reason, some]) => [
        `  ${STAY_WORDS[reason]}: ${some.length}`,
        ...(SHOWN.has(reason) ? some.slice(0, MOST_SHOWN).map(({ at, text }) => `    ${dayOf(at)}  ${cut(text)}`) : []),
      ]),
  ];
}

/** Always in the order of the words. */
function byWords([a]: readonly [StayReason, unknown], [b]: readonly [StayReason, unknown]): number {
  const order = Object.keys(STAY_WORDS);
  return order.indexOf(a) - order.indexOf(b);
}

/** Of nothing to send it is not said that it failed. */
const NOTHING_SENT = { done: 'Nothing was to be sent.', left: 'Nothing was sent.' } as const;

/** What came of the adds, and what to do where something is left. */
export function outcomeText(outcome: Outcome, mover: Mover): readonly string[] {
  const { plan, carried, back, blind } = outcome;
  const { sent, known, left } = carried;
  const unsure = [...plan.unsure, ...left.filter(({ why }) => why === 'unsure').map((one) => one.move)];
  const refused = left.filter(({ why }) => why === 'refused');
  const untried = left.filter(({ why }) => why === 'not-tried').length;
  const again = goOn(outcome, mover);
  return [
    sent.length === 0
      ? NOTHING_SENT[left.length + unsure.length === 0 ? 'done' : 'left']
      : `Sent ${counted(sent.length, 'memory', 'memories')}.`,
    ...byScope(sent),
    ...(known.length === 0 ? [] : [`${known.length} are known there already, the platform says.`]),
    ...(back.same.length === 0 ? [] : [`Read back as they were sent: ${back.same.length}.`]),
    ...(plan.done.length === 0 ? [] : [`Sent earlier: ${plan.done.length}.`]),
    ...back.differs.map(({ move, in: what }) => `Read back otherwise (${what.join(', ')}): ${cut(move.text)}`),
    ...back.missing.map((move) => `Sent, and no read gives it: ${cut(move.text)}`),
    ...(blind === undefined ? [] : [`Not read back: ${whyNot(blind)}.`]),
    ...refused.map(({ move, status }) => `Refused by the platform (${status ?? 'no status'}): ${cut(move.text)}`),
    ...unsure.map(({ text }) => `It is not known yet whether it has arrived: ${cut(text)}`),
    ...(untried === 0 ? [] : [`Not sent yet: ${untried}, since ${stopWords(carried)}.`]),
    ...(plan.whole ? [] : ['Not all memories could be read, so some may be missing.']),
    ...(again === undefined ? [] : [again]),
  ];
}

function stopWords({ stopped }: Outcome['carried']): string {
  return stopped === undefined
    ? 'it was ended'
    : stopped === 'taken-over'
      ? 'another process went on with it'
      : whyNot(stopped);
}

function goOn({ plan, carried, back, blind }: Outcome, mover: Mover): string | undefined {
  if (carried.left.length + plan.unsure.length + back.missing.length === 0 && plan.whole && blind === undefined)
    return undefined;
  const at = whenAgain({ plan, carried });
  return `To go on, run mem0-hooks ${mover} again${at === undefined ? '' : ` after ${at}`}: nothing is sent twice.`;
}

function whenAgain({ plan, carried }: Pick<Outcome, 'plan' | 'carried'>): string | undefined {
  const times = [carried.again, plan.sureAt].filter((at) => at !== undefined);
  return times.length === 0 ? undefined : new Date(Math.max(...times)).toISOString();
}

/** The same for programs. */
export function outcomeJson({ plan, carried, back, blind }: Outcome, user: string): Readonly<Record<string, unknown>> {
  const one = ({ id, type, appId, at }: Move) => ({ id, type, project: appId ?? null, at });
  return {
    user,
    sent: carried.sent.map(one),
    known: carried.known.map(one),
    earlier: plan.done.length,
    readBack: back.same.length,
    differs: back.differs.map(({ move, in: what }) => ({ ...one(move), in: what })),
    missing: back.missing.map(one),
    notReadBack: blind?.reason ?? null,
    left: [
      ...plan.unsure.map((move) => ({ ...one(move), why: 'unsure' })),
      ...carried.left.map(({ move, why, status }) => ({
        ...one(move),
        why,
        ...(status === undefined ? {} : { status }),
      })),
    ],
    stopped:
      carried.stopped === undefined
        ? null
        : typeof carried.stopped === 'string'
          ? carried.stopped
          : carried.stopped.reason,
    again: whenAgain({ plan, carried }) ?? null,
    stays: plan.stays.map(({ id, reason, at }) => ({ id, reason, at })),
    whole: plan.whole,
  };
}

/** Of a plan, what is known beside the moves. */
export function besideText(plan: Plan): readonly string[] {
  const { done, unread, unsure } = plan;
  return [
    ...(done.length + unread.length === 0 ? [] : [`Sent earlier: ${done.length + unread.length}.`]),
    ...(unsure.length === 0 ? [] : [`Perhaps on their way: ${unsure.length}.`]),
    ...plan.notes,
  ];
}
