/**
 * Records of earlier versions: one owner, one belonging and the spans in which capture was off lay in the session's record, and
 * a mark (an empty file, named for the session and the time) said that it ran. Here, and nowhere else, openings are made of
 * them.
 */
import { array, int, looseObject, number, optional, string } from 'zod/mini';
import type { Belonging, SessionRecord } from '../contract/state.ts';
import { documentOf } from '../io/document.ts';
import { belongingSchema } from './belonging.ts';
import type { OpenedSession } from './openings.ts';
import { EVER, NEVER } from './whose.ts';

/** What a record of an earlier version holds beside what it holds now. */
interface EarlierFields {
  readonly belongs?: Belonging;
  readonly owner?: number;
  readonly ownerBegan?: string;
  readonly former?: readonly { readonly belongs: Belonging; readonly until: string }[];
  readonly offFrom?: string;
  readonly offSpans?: readonly { readonly from: string; readonly to: string }[];
}

export type StoredRecord = SessionRecord & EarlierFields;

/** Reads both. */
export const storedRecordSchema = documentOf<StoredRecord>()(() =>
  looseObject({
    sessionId: string(),
    transcriptPath: string(),
    cwd: string(),
    startedAt: string(),
    openedAt: string(),
    appId: optional(string()),
    belongs: optional(belongingSchema()),
    owner: optional(number().check(int())),
    ownerBegan: optional(string()),
    former: optional(array(looseObject({ belongs: belongingSchema(), until: string() }))),
    offFrom: optional(string()),
    offSpans: optional(array(looseObject({ from: string(), to: string() }))),
  }),
);

/** As it is now. */
export function recordOf(stored: StoredRecord): SessionRecord {
  const { sessionId, transcriptPath, cwd, startedAt, openedAt } = stored;
  const appId = stored.appId ?? stored.belongs?.place.appId;
  return { sessionId, transcriptPath, cwd, startedAt, openedAt, ...(appId === undefined ? {} : { appId }) };
}

/** A session's mark of an earlier version. */
export function isEarlierMark(name: string, safeId: string): boolean {
  return name.startsWith(`${safeId}.`) && /^-?\d+$/.test(name.slice(safeId.length + 1));
}

/**
 * The openings that a record of an earlier version tells of, oldest first; none of a record as it is now. `runs`: whether there
 * is a mark of it. Then the last one in which capture was on is still to be looked after.
 */
export function openingsIn(
  stored: StoredRecord,
  runs: boolean,
): { readonly past: readonly OpenedSession[]; readonly running?: OpenedSession } {
  const { belongs, owner, ownerBegan, former = [], offFrom, offSpans = [] } = stored;
  if (belongs === undefined) return { past: [] };
  const { sessionId, transcriptPath, cwd } = stored;
  const off = [...offSpans, ...(offFrom === undefined ? [] : [{ from: offFrom, to: NEVER }])];
  const told = [
    stored.startedAt,
    ...former.map(({ until }) => until),
    ...off.flatMap(({ from, to }) => (to === NEVER ? [from] : [from, to])),
  ];
  const times = told.filter((text) => !Number.isNaN(Date.parse(text))).sort(byTime);
  const cuts = times.length === 0 ? [EVER] : times;
  const process = { ...(owner === undefined ? {} : { owner }), ...(ownerBegan === undefined ? {} : { ownerBegan }) };
  const all = cuts.flatMap((openedAt, n): readonly OpenedSession[] => {
    const until = cuts[n + 1];
    if (until !== undefined && byTime(openedAt, until) === 0) return [];
    const isOff = off.some(({ from, to }) => byTime(from, openedAt) <= 0 && byTime(openedAt, to) < 0);
    const place = former.find((one) => byTime(openedAt, one.until) < 0)?.belongs ?? belongs;
    const end = until === undefined ? {} : { until };
    return [{ sessionId, transcriptPath, cwd, openedAt, belongs: place, ...(isOff ? { off: true } : {}), ...end }];
  });
  const on = all.findLast((one) => one.off !== true);
  const running = runs ? on : undefined;
  // Of the last one nobody tells when it ended: what was said later is its own in any case (`whose`).
  const past = all.flatMap((one) => (one === running ? [] : [{ ...one, until: one.until ?? one.openedAt }]));
  return { past, ...(running === undefined ? {} : { running: { ...running, ...process } }) };
}

function byTime(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b);
}
