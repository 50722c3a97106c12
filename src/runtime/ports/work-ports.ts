/**
 * What today's work is about: the branch, the last commits and where the last session stood, as words to search memories by. Out of
 * scope: which words say anything (`core/recall/todays-work`).
 */
import type { SessionStartInput } from '../../contract/hook.ts';
import type { Place } from '../../contract/state.ts';
import { queryOf } from '../../core/recall/todays-work.ts';
import { holdsSecret } from '../../core/redaction/secret-values.ts';
import type { RecallInput, RecallPorts } from '../../flows/recall.ts';
import { commitSubjects } from '../../io/commit-subjects.ts';
import { SessionStates } from '../../state/session-states.ts';
import { belongingOf } from '../belongs.ts';
import type { Surroundings } from '../place/roots.ts';
import { quietly } from '../processes/quietly.ts';
import type { Runtime } from '../runtime.ts';

/** Commits that tell what the work is about. [?] ours */
const MOST_SUBJECTS = 5;
/** A word so long that stands in a secret is no word. [?] ours */
const SECRET_PART = 5;

type Around = Pick<Surroundings, 'branch' | 'commonDir' | 'head' | 'roots'>;

/** `lastState`: where the session before this one stood, as the platform told it last. */
export function workPorts(
  runtime: Runtime,
  here: Around,
  session: Pick<SessionStartInput, 'session_id'> & {
    readonly place: Place;
    readonly lastState: () => string | undefined;
  },
): Pick<RecallPorts, 'query'> & Pick<RecallInput, 'knownState'> {
  const knownState = ownState(runtime, session.session_id, session.place.appId) ?? session.lastState();
  const words = wordsOf(runtime, here);
  return {
    query: (state) => queryOf({ ...words, ...(state === undefined ? {} : { state }) }),
    ...(knownState === undefined ? {} : { knownState }),
  };
}

/** Where the session stood, if all that was said in it may go where this start asks: what was said without a key stays here. */
function ownState(runtime: Runtime, sessionId: string, appId: string | undefined): string | undefined {
  return quietly(runtime, () => {
    const text = new SessionStates(runtime.folder).of(sessionId)?.text;
    if (text === undefined) return undefined;
    const { ledger } = runtime;
    const mayGo = !ledger.isUnreadable(sessionId) && ledger.isOpenTo(sessionId, belongingOf(runtime, appId));
    return mayGo ? text : undefined;
  });
}

function wordsOf(runtime: Runtime, { commonDir, branch, head, roots: [root] }: Around) {
  const values = Object.entries(runtime.env);
  const at = { ...(branch === undefined ? {} : { branch }), ...(head === undefined ? {} : { head }) };
  return {
    ...(branch === undefined ? {} : { branch }),
    subjects: commonDir === undefined ? [] : commitSubjects({ commonDir, root, ...at }, MOST_SUBJECTS),
    // Whether a value is a secret is asked of the few that hold the word: to ask it of all takes longer than all else before the first request.
    isSecret: (word: string) =>
      word.length >= SECRET_PART &&
      values.some(([name, value]) => value?.includes(word) === true && holdsSecret(name, value)),
  };
}
