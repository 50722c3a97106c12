/** The scorer is never silently green: what a doctored output does wrong is found, and what a sound one does is not. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../hooks/world.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { loadCorpus, type Message, measure, type Output, type SentRequest, shapesOf } from './scorer.ts';

const DECISION = 'We store dates in UTC because the halls are in three countries.';
const PREFERENCE = 'Please answer me in short sentences.';
const CASE = {
  id: 'trial',
  tree: {
    'CLAUDE.md':
      '# Rules\n\n- Celery tasks must be safe to run twice, always.\n- Views never talk to the database directly.\n',
    'notes.md': 'The stove in the office kitchen\nis switched off by the last one to leave.\n',
  },
  env: { DEPLOY_TOKEN: 'cinnamon-walrus-eleven' },
  session: [
    { human: `${DECISION} ${PREFERENCE} The broken build is 3f9a1c0de4b7. <private>the raise is in May</private>` },
    { read: 'CLAUDE.md' },
    { claude: 'Agreed, I will keep the dates in UTC from now on. ⟦Views never talk to the database directly.⟧' },
    { human: 'run the tests again please' },
    { claude: 'With cinnamon-walrus-eleven they pass.' },
  ],
  statements: [
    { type: 'decision', text: DECISION },
    { type: 'preference', text: PREFERENCE },
  ],
  noise: ['run the tests again please'],
  quoted: ['tasks should be safe to run twice'],
  secrets: ['cinnamon-walrus-eleven'],
  private: ['the raise is in May'],
  survivors: ['3f9a1c0de4b7'],
};

const add = (type: string, messages: readonly Message[]): SentRequest => ({
  method: 'POST',
  path: '/v3/memories/add/',
  body: { messages, metadata: { type }, ...(type === 'preference' ? {} : { app_id: 'acme-trial' }) },
});
const user = (content: string): Message => ({ role: 'user', content });
const claude = (content: string): Message => ({ role: 'assistant', content });
const SOUND = [
  add('decision', [
    user(`${DECISION} The broken build is 3f9a1c0de4b7.`),
    claude('Agreed, I will keep the dates in UTC from now on. [omitted: CLAUDE.md, 1 line]'),
  ]),
  add('preference', [user(PREFERENCE)]),
];

function corpus(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'cases'));
  writeFileSync(join(folder, 'cases', 'trial.json'), JSON.stringify([CASE]));
  return folder;
}

async function missed(
  requests: readonly SentRequest[],
  more: Partial<Output> = {},
  row = 'none',
): Promise<readonly string[]> {
  const [one] = await loadCorpus(corpus());
  if (one === undefined) throw new Error('no case');
  const shape = shapesOf(one, '/home/dev/trial').find((each) => each.row === row);
  if (shape === undefined) throw new Error(`no such shape: ${row}`);
  const { misses } = measure(one, shape, { requests, wellFormed: true, ...more });
  return [...new Set(misses.map((miss) => miss.measure))];
}

const alsoSending = (...messages: Message[]) => [...SOUND, add('insight', messages)];

describe('a sound output', () => {
  it.each(['none', 'rewrapped', 'indented', 'quoted', 'renumbered'])('misses nothing (%s)', async (row) => {
    expect(await missed(SOUND, {}, row)).toEqual([]);
  });
});

describe('a doctored output is reported:', () => {
  it.each<[string, readonly string[], readonly SentRequest[]]>([
    ['a line of a file', ['lines', 'sentences'], alsoSending(claude('Views never talk to the database directly.'))],
    [
      'in other line breaks and marks',
      ['lines', 'sentences'],
      alsoSending(claude('> **Views** never\n> talk, to the\n> database directly')),
    ],
    [
      'a sentence over two lines',
      ['lines', 'sentences'],
      alsoSending(claude('The stove in the office kitchen is switched off by the last one to leave.')),
    ],
    ['a quotation with small changes', ['changed'], alsoSending(claude('These tasks should be safe to run twice.'))],
    ['a secret', ['secrets'], alsoSending(claude('cinnamon-walrus-eleven'))],
    ['a private part', ['private'], alsoSending(user('the raise\nis in May'))],
    ['noise', ['noise'], alsoSending(user('run the tests again please'))],
    ['a lost statement', ['kept'], SOUND.slice(0, 1)],
    ['a statement in two adds', ['twice'], alsoSending(user(PREFERENCE))],
    ['a wrong type', ['type'], [add('insight', SOUND[0]?.body.messages ?? []), ...SOUND.slice(1)]],
    ['a wrong scope', ['type', 'scope'], [...SOUND.slice(0, 1), add('decision', [user(PREFERENCE)])]],
    ['words of the person under the name of Claude', ['role'], alsoSending(claude(DECISION))],
    [
      'words of Claude under the name of the person',
      ['role'],
      alsoSending(user('Agreed, I will keep the dates in UTC from now on.')),
    ],
    ['a role that there is not', ['role'], alsoSending({ role: 'system', content: 'hm' })],
    ['a survivor that is gone', ['survivors'], [add('decision', [user(DECISION)]), ...SOUND.slice(1)]],
    ['a body that is too large', ['bodies'], alsoSending(claude('a'.repeat(40_000)))],
    ['six adds', ['bodies'], [...SOUND, ...Array.from({ length: 4 }, () => add('insight', [claude('hm')]))]],
    ['a lone surrogate', ['utf8'], alsoSending(claude('half \ud83d'))],
  ])('%s', async (_, measures, requests) => {
    expect(await missed(requests)).toEqual(measures);
  });

  it('bytes that are no UTF-8, and a command that did not run', async () => {
    expect(await missed(SOUND, { wellFormed: false })).toEqual(['utf8']);
    expect(await missed([], { error: 'exit status 1' })).toEqual(['ran']);
  });
});

describe('the command', () => {
  /** Bundles whose preview prints these requests, whatever it is asked. */
  const bundles = (requests: readonly SentRequest[]) => {
    const folder = temporaryFolder();
    const output = JSON.stringify({ requests });
    const program = `console.log(process.argv[2] === 'preview' ? ${JSON.stringify(output)} : 'usage: mem0-hooks preview');`;
    writeFileSync(join(folder, 'mem0-hooks.cjs'), program);
    return folder;
  };
  const score = (requests: readonly SentRequest[], ...more: string[]) => {
    const script = join(projectRoot, 'scripts', 'score-capture.mjs');
    const args = [script, '--corpus', corpus(), '--hooks', bundles(requests), ...more];
    return spawnSync(process.execPath, args, { encoding: 'utf8' });
  };

  it('ends with 0 where all targets are met, and with 1 and the miss where one is not', () => {
    expect(score(SOUND)).toMatchObject({ status: 0, stdout: expect.stringContaining('100.0 %') });
    const failed = score(alsoSending(claude('cinnamon-walrus-eleven')), '--verbose', '--case', 'trial');
    expect(failed).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^secrets {2}trial {2}\[none\] {2}cinnamon/m),
    });
  });

  it('refuses a case that there is not', () => {
    expect(score(SOUND, '--case', 'nobody').status).not.toBe(0);
  });
});
