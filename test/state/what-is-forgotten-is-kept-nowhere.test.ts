import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { type AnswerScope, LastAnswers } from '../../src/state/last-answers.ts';
import { SessionStates } from '../../src/state/session-states.ts';
import { memory } from '../core/memories.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SCOPE: AnswerScope = {
  destination: 'https://api.mem0.ai#key1',
  place: { appId: 'acme-shop' },
  aliases: { userIds: [], appIds: {} },
};
const SCOPES: readonly AnswerScope[] = [
  SCOPE,
  { ...SCOPE, destination: 'local' },
  { ...SCOPE, place: { appId: 'acme-other' } },
];
const AT = '2026-11-30T10:00:00.000Z';
const NEVER = () => false;

function kept() {
  const folder = new StateFolder(temporaryFolder());
  return { folder, answers: new LastAnswers(folder), states: new SessionStates(folder) };
}

describe('the last answers', () => {
  it('lose a row in every scope, and nothing else', () => {
    const { answers } = kept();
    const [gone, stays] = [memory('We deploy to Fly.'), memory('We use pnpm.')];
    for (const scope of SCOPES) answers.keep(scope, { at: AT, rows: [gone, stays] });
    answers.drop({ isRow: ({ id }) => id === gone.id, isState: NEVER });
    for (const scope of SCOPES) expect(answers.of(scope)).toEqual({ at: AT, rows: [stays] });
    answers.drop({ isRow: () => true, isState: NEVER });
    for (const scope of SCOPES) expect(answers.of(scope)).toBeUndefined();
  });

  it('lose the text of a session state, by its words or its project', () => {
    const { answers } = kept();
    for (const scope of SCOPES) answers.keepState(scope, `state of ${scope.destination}`);
    answers.drop({ isRow: NEVER, isState: (text) => text === 'state of local' });
    expect(SCOPES.map((scope) => answers.lastState(scope))).toEqual([
      'state of https://api.mem0.ai#key1',
      undefined,
      'state of https://api.mem0.ai#key1',
    ]);
    answers.drop({ isRow: NEVER, isState: (_text, appId) => appId === 'acme-other' });
    expect(SCOPES.map((scope) => answers.lastState(scope) !== undefined)).toEqual([true, false, false]);
  });

  it('that cannot be read go, since they may hold it; what is not theirs stays', () => {
    const { answers, folder } = kept();
    for (const name of ['recall-key1-aa.json', 'recall-key1-aa-state.json', 'users.json', 'recall-note'])
      folder.write(`cache/${name}`, '{"version":2,"text":"We deploy to Fly."}');
    folder.folder('cache/recall-folder.json');
    folder.write('cache/recall-folder.json/inner', 'x');
    answers.drop({ isRow: NEVER, isState: NEVER });
    expect(folder.list('cache')).toEqual(['recall-folder.json', 'recall-note', 'users.json']);
    expect(folder.read('cache/recall-folder.json/inner')).toBe('x');
  });

  it('need not be there', () => {
    const { answers, states } = kept();
    answers.drop({ isRow: () => true, isState: () => true });
    states.drop(() => true);
  });
});

it('copies of session states go as they are named, and no other', () => {
  const { states } = kept();
  for (const sessionId of ['one', 'two', 'odd/../id'])
    states.save({ sessionId, text: `state of ${sessionId}`, at: AT, appId: 'acme-shop' });
  states.drop(({ sessionId }) => sessionId !== 'two');
  expect(['one', 'two', 'odd/../id'].map((id) => states.of(id)?.text)).toEqual([undefined, 'state of two', undefined]);
});
