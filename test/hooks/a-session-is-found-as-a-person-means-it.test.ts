import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { findSession, type Wanted } from '../../src/command/find-session.ts';
import { Runtime } from '../../src/runtime/runtime.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { nobody, sessionRecord } from '../spool/items.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A home with transcripts of the client's own, and a repository with a worktree. */
class Home {
  readonly root = temporaryFolder();
  readonly repository = join(this.root, 'shop');
  readonly worktree = join(this.root, 'elsewhere', 'shop-fix');
  readonly elsewhere = join(this.root, 'site');
  runtime: Runtime;
  #written = Date.parse('2026-11-30T00:00:00Z') / 1000;

  constructor() {
    for (const folder of [this.repository, this.elsewhere, join(this.root, 'elsewhere')]) mkdirSync(folder);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: this.repository, stdio: 'ignore' });
    git('init', '-q', '-b', 'main');
    git('-c', 'user.name=M', '-c', 'user.email=m@acme.example', 'commit', '-q', '--allow-empty', '-m', 'start');
    git('worktree', 'add', '-q', this.worktree);
    for (const name of Object.keys(process.env).filter((one) => /^(MEM0_|CLAUDE)/.test(one)))
      vi.stubEnv(name, undefined);
    vi.stubEnv('HOME', this.root);
    this.runtime = new Runtime();
  }

  /** A transcript of the client's, later than those before it. The folder's name tells nothing, so it is any name. */
  transcript(sessionId: string, cwd: string | undefined, folder = '-any', lines: readonly object[] = []): string {
    const path = join(this.root, '.claude', 'projects', folder, `${sessionId}.jsonl`);
    const entry = { type: 'user', uuid: `u-${sessionId}`, sessionId, ...(cwd === undefined ? {} : { cwd }) };
    return this.file(
      path,
      [{ type: 'mode', mode: 'normal', sessionId }, ...lines, entry].map((one) => JSON.stringify(one)),
    );
  }

  file(path: string, lines: readonly string[]): string {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    utimesSync(path, this.#written, this.#written);
    this.#written += 60;
    return path;
  }

  seenByHooks(sessionId: string, transcriptPath: string, cwd: string, appId?: string): void {
    const place = appId === undefined ? {} : { appId };
    const belongs = { destination: 'local', place, secretMarks: [] };
    new Ledger(this.runtime.folder, nobody).open(sessionRecord({ sessionId, transcriptPath, cwd, belongs }));
  }

  find(wanted: Wanted = {}, here = this.repository) {
    return findSession(this.runtime, wanted, here);
  }
}

describe('without an argument', () => {
  it('it is the newest session of the repository, of any of its worktrees and folders, and no other', async () => {
    const home = new Home();
    home.transcript('s1', home.repository);
    mkdirSync(join(home.repository, 'src'));
    home.transcript('s2', join(home.repository, 'src'));
    home.transcript('s3', home.elsewhere);
    expect(await home.find()).toMatchObject({ sessionId: 's2', cwd: join(home.repository, 'src') });
    home.transcript('s4', home.worktree, '-another');
    expect(await home.find()).toMatchObject({ sessionId: 's4' });
    expect(await home.find({}, join(home.repository, 'src'))).toMatchObject({ sessionId: 's4' });
    expect(await home.find({}, home.elsewhere)).toMatchObject({ sessionId: 's3' });
  });

  it('the folder of the transcripts says nothing: what the lines say counts', async () => {
    const home = new Home();
    const slug = home.repository.replace(/[^A-Za-z0-9]/g, '-');
    home.transcript('s1', home.repository, '-quite-another');
    home.transcript('s2', home.elsewhere, slug);
    expect(await home.find()).toMatchObject({ sessionId: 's1' });
  });

  it('in no repository it is the newest session at or below the folder, and a name that only begins alike is not below', async () => {
    const home = new Home();
    home.transcript('s1', join(home.elsewhere, 'drafts'));
    home.transcript('s2', `${home.elsewhere}-old`);
    home.transcript('s3', join(home.root, '..site'));
    expect(await home.find({}, home.elsewhere)).toMatchObject({ sessionId: 's1' });
  });

  it('what hooks have seen counts wherever its transcript is, and by its project where it ran in another clone', async () => {
    const home = new Home();
    home.transcript('s1', home.repository);
    const path = join(home.root, 'kept', 's2.jsonl');
    home.file(path, [JSON.stringify({ type: 'user', uuid: 'u', cwd: home.elsewhere })]);
    home.seenByHooks('s2', path, home.elsewhere);
    expect(await home.find()).toMatchObject({ sessionId: 's1' });
    vi.stubEnv('MEM0_APP_ID', 'acme-shop');
    home.runtime = new Runtime();
    home.seenByHooks('s2', path, home.elsewhere, 'acme-shop');
    expect(await home.find()).toMatchObject({ sessionId: 's2', cwd: home.elsewhere, record: { sessionId: 's2' } });
  });

  it('one whose transcript is gone, is empty or cannot be read is passed over', async () => {
    const home = new Home();
    home.transcript('s1', home.repository);
    home.seenByHooks('s2', join(home.root, 'gone.jsonl'), home.repository);
    home.file(join(home.root, '.claude/projects/-any/s3.jsonl'), []);
    home.file(join(home.root, '.claude/projects/-any/s4.jsonl'), ['not json', '{"type":"user"', '[1]', 'null']);
    mkdirSync(join(home.root, '.claude/projects/-any/s5.jsonl'));
    symlinkSync('/nowhere', join(home.root, '.claude/projects/-any/s6.jsonl'));
    writeFileSync(join(home.root, '.claude/projects/a-file'), '');
    expect(await home.find()).toMatchObject({ sessionId: 's1' });
  });

  it('the client may keep its folder elsewhere, and sub-agents are no sessions', async () => {
    const home = new Home();
    home.transcript('s1', home.repository);
    home.file(join(home.root, '.claude/projects/-any/s1/subagents/agent-a1.jsonl'), ['{"type":"user","uuid":"u"}']);
    expect(await home.find()).toMatchObject({ sessionId: 's1' });
    expect(await home.find({ session: 'agent-a1' })).toMatchObject({ wrong: expect.any(String) });
    vi.stubEnv('CLAUDE_CONFIG_DIR', join(home.root, 'other-client'));
    home.runtime = new Runtime();
    expect(await home.find()).toEqual({ wrong: expect.stringMatching(/^No session of this project is known\./) });
  });

  it('a first prompt of several megabytes hides no folder', async () => {
    const home = new Home();
    const image = { type: 'user', uuid: 'u0', cwd: home.repository, message: { content: 'x'.repeat(3_000_000) } };
    home.transcript('s1', home.elsewhere, '-any', [image]);
    expect(await home.find()).toMatchObject({ sessionId: 's1', cwd: home.repository });
  });
});

describe('a session that is named', () => {
  it('is found by its id, or by the beginning of it where only one begins so', async () => {
    const home = new Home();
    const path = home.transcript('4f1c-aaaa', home.elsewhere);
    home.transcript('4f1c-bbbb', home.repository);
    home.transcript('4f1c-bbbb-2', home.repository);
    expect(await home.find({ session: '4f1c-aaaa' })).toMatchObject({ transcriptPath: path, cwd: home.elsewhere });
    expect(await home.find({ session: '4f1c-a' })).toMatchObject({ sessionId: '4f1c-aaaa' });
    // A whole id is that session, whatever else begins with it.
    expect(await home.find({ session: '4f1c-bbbb' })).toMatchObject({ sessionId: '4f1c-bbbb' });
    expect(await home.find({ session: '4f1c' })).toEqual({
      wrong: 'Several sessions begin with 4f1c: 4f1c-aaaa, 4f1c-bbbb, 4f1c-bbbb-2.',
    });
    expect(await home.find({ session: '9' })).toEqual({ wrong: 'No session 9 is known here.' });
    expect(await home.find({ session: '../-any/4f1c-aaaa' })).toMatchObject({ wrong: expect.any(String) });
  });

  it('of whose id there are transcripts in several projects is not guessed, unless hooks have seen it', async () => {
    const home = new Home();
    const here = home.transcript('s1', home.repository, '-shop');
    const there = home.transcript('s1', home.elsewhere, '-site');
    expect(await home.find({ session: 's1' })).toEqual({
      wrong: `Several transcripts are of session s1: ${there}, ${here}. Name one with --transcript.`,
    });
    home.seenByHooks('s1', here, home.repository);
    expect(await home.find({ session: 's1' })).toMatchObject({ transcriptPath: here, cwd: home.repository });
  });

  it('is found in the ledger, and says so where its transcript is gone', async () => {
    const home = new Home();
    const path = home.file(join(home.root, 'kept.jsonl'), ['{"type":"user","uuid":"u"}']);
    home.seenByHooks('s1', path, home.elsewhere);
    home.seenByHooks('s2', join(home.root, 'gone.jsonl'), home.elsewhere);
    expect(await home.find({ session: 's1' })).toMatchObject({
      sessionId: 's1',
      transcriptPath: path,
      cwd: home.elsewhere,
    });
    expect(await home.find({ session: 's2' })).toMatchObject({
      wrong: expect.stringMatching(/is not there: .*gone\.jsonl$/),
    });
  });
});

describe('a transcript that is named', () => {
  it('has the folder and the session that its lines name, else those of its place', async () => {
    const home = new Home();
    const said = home.file(join(home.root, 'a.jsonl'), [
      JSON.stringify({ type: 'user', uuid: 'u', cwd: home.elsewhere, sessionId: 's7' }),
      JSON.stringify({ type: 'user', uuid: 'v', cwd: home.worktree, sessionId: 's7' }),
    ]);
    expect(await home.find({ transcript: said })).toEqual({
      sessionId: 's7',
      transcriptPath: said,
      cwd: home.elsewhere,
    });
    const silent = home.file(join(home.repository, 'b.jsonl'), ['{"type":"assistant","uuid":"u"}']);
    expect(await home.find({ transcript: 'b.jsonl' })).toEqual({
      ...{ sessionId: 'b', transcriptPath: silent, cwd: home.repository },
    });
  });

  it('that is none, is missing, is a folder, a pipe or closed is refused in a sentence', async () => {
    const home = new Home();
    const odd = home.file(join(home.root, 'notes.txt'), ['remember the milk', '{"type":"mode","uuid":"u"}']);
    const pipe = join(home.root, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const closed = home.file(join(home.root, 'closed.jsonl'), ['{"type":"user","uuid":"u"}']);
    chmodSync(closed, 0);
    const wrong: Readonly<Record<string, RegExp>> = {
      [odd]: /is no transcript of Claude Code/,
      [join(home.root, 'nowhere.jsonl')]: /is not there\.$/,
      [join(odd, 'below.jsonl')]: /is not there\.$/,
      [home.root]: /cannot be read, or is no file\.$/,
      [pipe]: /cannot be read, or is no file\.$/,
      // Root may read everything.
      ...(process.getuid?.() === 0 ? {} : { [closed]: /cannot be read/ }),
    };
    for (const [transcript, sentence] of Object.entries(wrong)) {
      expect(await home.find({ transcript })).toEqual({ wrong: expect.stringMatching(sentence) });
    }
  });
});
