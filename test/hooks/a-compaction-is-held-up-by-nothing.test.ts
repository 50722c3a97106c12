import { appendFileSync, copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DueCheckpoint } from '../../src/contract/state.ts';
import { servePlatform } from './served-platform.ts';
import { printed, projectRoot, transcriptIn, transcriptOf, World } from './world.ts';

const transcript = transcriptOf('a-design-discussion');
/** No process has it. */
const NOBODY = 2 ** 22 + 1;

async function world() {
  const w = new World();
  const served = await servePlatform();
  w.env = served.env;
  return { w, served };
}

/** The hook alone: what it starts does nothing, as if it had been killed before its first step. */
async function onlyTold(w: World, path: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const bundles = join(w.root, 'half');
  cpSync(join(projectRoot, 'hooks'), bundles, { recursive: true });
  writeFileSync(join(bundles, 'mem0-hooks.cjs'), '');
  expect(await w.preCompact('s1', path, { bundles, env })).toMatchObject({ status: 0, stdout: '', stderr: '' });
  const [name, ...others] = w.names('checkpoints');
  if (name === undefined || others.length > 0) throw new Error('one checkpoint was to be due');
  return name;
}

/** As a process leaves it that was killed while it made it. */
function killedMaker(w: World, name: string, tries: number): void {
  const begun = name.replace(/json$/, `${tries}-${NOBODY}-${Date.now()}.json`);
  renameSync(join(w.state, 'checkpoints', name), join(w.state, 'checkpoints', begun));
}

async function packAfter(w: World): Promise<string> {
  return printed(await w.sessionStart('s1', 'compact')).hookSpecificOutput?.additionalContext ?? '';
}

describe('pre-compact', () => {
  it('records a pointer, and no word of the talk', async () => {
    const { w } = await world();
    const due = w.document(`checkpoints/${await onlyTold(w, transcript)}`) as unknown as DueCheckpoint;
    expect(due).toMatchObject({ sessionId: 's1', transcriptPath: transcript, cwd: w.repository });
    expect(due.upTo).toBe(readFileSync(transcript).length);
    expect(w.everyFile().join('\n')).not.toMatch(/Railway|fly\.toml/);
  });

  it('leaves the rest to a process that it does not wait for; the start that follows at once gives the state back', async () => {
    const { w, served } = await world();
    await w.sessionStart('s1');
    await w.preCompact('s1', transcript, { isLeft: true });
    expect(await packAfter(w)).toContain('Delete fly.toml after the DNS cut-over');
    await w.until(() => served.adds().length > 0);
    expect(w.names('checkpoints')).toEqual([]);
  });

  it('tells of what the transcript held when the client told, whatever has come since', async () => {
    const { w } = await world();
    const path = join(w.root, 'talk.jsonl');
    copyFileSync(transcriptIn(w, 's1', ['Decision: the dump stays out of git, because a clone took long.']), path);
    const name = await onlyTold(w, path);
    const [line = ''] = readFileSync(path, 'utf8').split('\n');
    appendFileSync(path, `${line.replace('the dump stays', 'the moon stays').replaceAll('s1-0', 's1-9')}\n`);
    expect(await w.run('mem0-hooks', ['checkpoint', name])).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const pack = await packAfter(w);
    expect(pack).toContain('the dump stays out of git');
    expect(pack).not.toContain('moon');
  });

  it('makes and sends it at once where the state folder cannot be used', async () => {
    const { w, served } = await world();
    mkdirSync(join(w.home, '.mem0'));
    writeFileSync(w.state, 'no folder');
    expect(await w.preCompact('s1', transcript)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(served.adds().map(({ body }) => body?.['infer'])).toEqual([false]);
  });
});

describe('where no process can be started', () => {
  /** As after an upgrade that took this Node away: what is started by the path of it is not there. */
  function withoutNode(w: World): readonly string[] {
    const preload = join(w.root, 'no-node.cjs');
    writeFileSync(preload, `process.execPath = ${JSON.stringify(join(w.root, 'gone', 'node'))};\n`);
    return ['--require', preload];
  }

  it('pre-compact makes the session state itself, prints nothing and ends with 0', async () => {
    const { w, served } = await world();
    await w.sessionStart('s1');
    const run = await w.preCompact('s1', transcript, { nodeArgs: withoutNode(w) });
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(w.names('session-states')).toEqual(['s1.json']);
    expect(w.names('checkpoints')).toEqual([]);
    expect(served.adds().map(({ body }) => body?.['infer'])).toEqual([false]);
    expect(await packAfter(w)).toContain('Delete fly.toml after the DNS cut-over');
  });

  it('a transcript that is not there is told at the next start, and blocks nobody', async () => {
    const { w } = await world();
    await w.sessionStart('s1');
    const run = await w.preCompact('s1', join(w.root, 'nowhere.jsonl'), { nodeArgs: withoutNode(w) });
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(w.names('checkpoints')).toEqual([]);
    expect(printed(await w.sessionStart('s2')).systemMessage).toMatch(/transcript/);
  });
});

describe('what a killed process has left', () => {
  it.each(['before it began', 'while it made it'])(
    'is made for the start after the compaction: killed %s',
    async (when) => {
      const { w } = await world();
      await w.sessionStart('s1');
      const name = await onlyTold(w, transcript);
      if (when === 'while it made it') killedMaker(w, name, 1);
      expect(await packAfter(w)).toContain('Delete fly.toml after the DNS cut-over');
      expect(w.names('checkpoints')).toEqual([]);
    },
  );

  it('is made by the background of the next start, and arrives once', async () => {
    const { w, served } = await world();
    await w.sessionStart('s1');
    killedMaker(w, await onlyTold(w, transcript), 1);
    await w.sessionStart('s2');
    await w.until(() => w.names('checkpoints').length === 0);
    await w.settled();
    expect(w.names('session-states')).toEqual(['s1.json']);
    // Nobody knows how far the other one came: what it may have sent is looked for first, once it could be seen.
    expect(served.adds()).toEqual([]);
    w.makeDue();
    await w.sessionStart('s3');
    await w.until(() => served.adds().length > 0);
    await w.settled();
    expect(served.adds()).toHaveLength(1);
    expect(await packAfter(w)).toContain('Where you left off');
  });

  it('is not made a third time', async () => {
    const { w, served } = await world();
    await w.sessionStart('s1');
    killedMaker(w, await onlyTold(w, transcript), 2);
    await w.sessionStart('s2');
    await w.until(() => w.names('checkpoints').length === 0);
    await w.settled();
    expect(w.names('session-states')).toEqual([]);
    expect(served.adds()).toEqual([]);
  });

  it('is left to one that has all the secrets to mask', async () => {
    const { w } = await world();
    await w.sessionStart('s1');
    killedMaker(w, await onlyTold(w, transcript, { SHOP_API_TOKEN: 'a-made-up-token-5f2c' }), 1);
    await w.sessionStart('s2');
    await w.run('mem0-hooks', ['drain']);
    expect(w.names('checkpoints')).toHaveLength(1);
    expect(w.names('session-states')).toEqual([]);
    await w.run('mem0-hooks', ['drain'], { env: { SHOP_API_TOKEN: 'a-made-up-token-5f2c' } });
    expect(w.names('checkpoints')).toEqual([]);
    expect(w.names('session-states')).toEqual(['s1.json']);
  });

  it('overtakes no session state that was made of a later moment', async () => {
    const { w, served } = await world();
    const name = await onlyTold(w, transcript);
    const later = transcriptIn(w, 's1', ['Decision: the dump stays out of git, because a clone took long.']);
    await w.preCompact('s1', later);
    killedMaker(w, name, 1);
    await w.run('mem0-hooks', ['drain']);
    expect(w.names('checkpoints')).toEqual([]);
    // Sent now, the earlier one would be the newest on the platform.
    expect(w.names('spool/waiting')).toEqual([]);
    expect(served.adds()).toHaveLength(1);
    expect(w.document('session-states/s1.json')['text']).toContain('the dump stays out of git');
  });
});
