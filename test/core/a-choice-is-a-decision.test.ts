/** A short answer under a question of Claude's is stated together with the question, in true roles; leave to go on is not. */
import { describe, expect, it } from 'vitest';
import { choiceType } from '../../src/core/statements/choices.ts';
import { captureOf, Script } from '../support/transcripts.ts';

describe('a choice', () => {
  it.each([
    ['Where shall we deploy?', 'Railway'],
    ['Which database should the ledger use?', 'PostgreSQL (Recommended)'],
    ['Should the API be versioned in the path?', 'Yes'],
    ['Should I use npm or pnpm in this repository?', 'pnpm'],
    ['How long do we keep the recordings?', '90 days'],
    ['Wo sollen die Fotos liegen?', 'im Objektspeicher'],
    ['Quelle base de données ?', 'SQLite'],
    ['どのデータベースを使いますか？', 'SQLite'],
    ['用哪个数据库？', 'PostgreSQL'],
    ['어떤 데이터베이스를 쓸까요?', 'PostgreSQL'],
    ['Где разворачиваем?', 'Railway'],
  ])('under "%s" is a decision: %s', (question, answer) => {
    expect(choiceType(question, answer)).toBe('decision');
  });

  it.each([
    ['Should I run the tests now?', 'Yes'],
    ['Shall I continue with the second step?', 'yes, continue'],
    ['Do you want me to commit this?', 'No'],
    ['How should I proceed?', 'fix the test'],
    ['What should I work on next?', 'the login page'],
    ['Which file should I look at?', 'axis.ts'],
    ['Does this look right?', 'yes'],
    ['Soll ich die Tests starten?', 'ja'],
    ['¿Quieres que ejecute las pruebas?', 'sí'],
    ['実行してもいいですか？', 'はい'],
    ['要我提交吗？', '好'],
    ['진행할까요?', '네'],
  ])('that only lets Claude go on settles nothing: "%s" %s', (question, answer) => {
    expect(choiceType(question, answer)).toBeUndefined();
  });

  it.each([
    'you decide',
    'not sure',
    "I don't know",
    'no preference',
    'later',
    'egal',
    '随便',
    'what does it cost?',
    '…',
  ])('is not made with: %s', (answer) => {
    expect(choiceType('Where shall we deploy?', answer)).toBeUndefined();
  });

  it('of how Claude answers is a preference, and of what is done each time a convention', () => {
    expect(choiceType('How long should my explanations be?', 'Two sentences')).toBe('preference');
    expect(choiceType('Should I squash when I merge?', 'always')).toBe('convention');
    expect(choiceType('Should I always run the linter before a commit?', 'Yes')).toBe('decision');
  });

  it('is short: a longer answer says itself what it states', () => {
    expect(
      choiceType('Where shall we deploy?', 'It depends on what the customer in Bergen says about the two regions'),
    ).toBe(undefined);
  });
});

describe('in a capture', () => {
  const asked = (answers: Readonly<Record<string, string>>) => {
    const questions = Object.keys(answers).map((question) => ({ question }));
    return new Script()
      .human('Plan the export.')
      .call('q1', 'AskUserQuestion', { questions })
      .result('q1', 'User has answered your questions.', { questions, answers, annotations: {} })
      .claude('All right, then.').entries;
  };

  it('the question stands before its answer, each in its true role, in the one write of its type', () => {
    const { writes } = captureOf(
      asked({ 'Which transport should it use?': 'SFTP', 'Where shall we deploy?': 'Railway' }),
    );
    expect(writes.map(({ metadata, messages }) => [metadata.type, messages])).toEqual([
      [
        'decision',
        [
          { role: 'assistant', content: 'Which transport should it use?' },
          { role: 'user', content: 'SFTP' },
          { role: 'assistant', content: 'Where shall we deploy?' },
          { role: 'user', content: 'Railway' },
        ],
      ],
    ]);
  });

  it('leave to go on, and what is left open, adds nothing', () => {
    expect(captureOf(asked({ 'Shall I start now?': 'Yes', 'Which login should it be?': 'you decide' })).writes).toEqual(
      [],
    );
  });

  it('question and answer leave without secrets and without private parts', () => {
    const key = `m0-${'k3y'.repeat(14)}`;
    const { writes } = captureOf(
      asked({ [`Is ${key} the live account?`]: 'staging <private>until Ole is back</private>' }),
    );
    const sent = JSON.stringify(writes);
    expect(sent).toContain('staging');
    expect(sent).not.toContain(key);
    expect(sent).not.toContain('Ole');
  });
});
