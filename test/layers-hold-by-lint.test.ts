import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const root = join(import.meta.dirname, '..');

/** What the project's lint rules say of one file in one place. */
function lint(path: string, text: string): string {
  const folder = temporaryFolder();
  for (const name of ['biome.json', '.gitignore']) cpSync(join(root, name), join(folder, name));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  try {
    return execFileSync(
      process.execPath,
      [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'lint', '--vcs-enabled=false', path],
      {
        cwd: folder,
        encoding: 'utf8',
        stdio: 'pipe',
      },
    );
  } catch (error) {
    return String((error as { stderr?: string }).stderr) + String((error as { stdout?: string }).stdout);
  }
}

describe('an import that runs back is refused, with the reason', () => {
  it.each([
    ['src/contract/x.ts', '../core/identity/scope.ts', 'ground floor'],
    ['src/core/x.ts', 'node:fs', 'core/ is pure'],
    ['src/core/x.ts', '../io/git.ts', 'it knows only the contract'],
    ['src/core/talk/x.ts', '../omission/omit.ts', 'knows only the contract'],
    ['src/core/talk/x.ts', 'node:fs', 'core/ is pure'],
    ['src/core/redaction/x.ts', '../talk/chain.ts', 'knows only the contract'],
    ['src/core/omission/x.ts', '../redaction/redact.ts', 'stands on core/talk/'],
    ['src/core/statements/x.ts', '../capture/gate.ts', 'what a sentence states'],
    ['src/core/statements/x.ts', 'node:fs', 'core/ is pure'],
    ['src/core/capture/x.ts', '../checkpoint/session-state.ts', 'makes writes of the talk'],
    ['src/core/capture/x.ts', '../../io/git.ts', 'makes writes of the talk'],
    ['src/core/setup/x.ts', '../recall/recipes.ts', 'plans what a project should have'],
    ['src/core/setup/x.ts', 'node:fs', 'core/ is pure'],
    ['src/core/checkpoint/x.ts', '../recall/recipes.ts', 'rooms of capture'],
    ['src/core/identity/x.ts', '../recall/recipes.ts', 'names users and projects'],
    ['src/core/recall/x.ts', '../capture/window.ts', 'stands on core/identity/'],
    ['src/core/moving/x.ts', '../statements/classify.ts', 'makes writes of rows'],
    ['src/core/moving/x.ts', 'node:fs', 'core/ is pure'],
    ['src/core/settings/x.ts', '../statements/classify.ts', 'what the person allows'],
    ['src/io/x.ts', '../spool/spool.ts', 'io/ stands on core/'],
    ['src/spool/x.ts', '../mem0/client.ts', 'spool/ and state/ may use io/'],
    ['src/state/x.ts', '../spool/spool.ts', 'spool/ and state/ may use io/'],
    ['src/transcript/x.ts', '../local/platform.ts', 'spool/ and state/ may use io/'],
    ['src/mem0/x.ts', '../local/platform.ts', 'never meets local/'],
    ['src/local/x.ts', '../core/identity/scope.ts', 'only in contract/'],
    ['src/local/x.ts', '../mem0/client.ts', 'only in contract/'],
    ['src/local/store/x.ts', '../life/adds.ts', 'the meaning of rows is above it'],
    ['src/local/store/x.ts', '../../core/identity/scope.ts', 'the meaning of rows is above it'],
    ['src/local/query/x.ts', '../life/adds.ts', 'stands on store/ alone'],
    ['src/local/extraction/x.ts', '../life/adds.ts', 'knows no memories'],
    ['src/local/life/x.ts', '../endpoints/answer.ts', 'answers and routes are above it'],
    ['src/local/endpoints/x.ts', '../routes.ts', 'what calls it is above it'],
    ['src/local/endpoints/x.ts', '../../core/identity/scope.ts', 'only in contract/'],
    ['src/flows/x.ts', '../mem0/client.ts', 'flows/ knows its ports'],
    ['src/flows/x.ts', 'node:fs', 'over ports'],
    ['src/runtime/x.ts', '../hook/session-start.ts', 'never the other way round'],
    ['src/runtime/x.ts', '../command/run-command.ts', 'never the other way round'],
    ['src/runtime/ports/x.ts', '../../hook/session-start.ts', 'never the other way round'],
    ['src/runtime/place/x.ts', '../../command/run-command.ts', 'never the other way round'],
    ['src/runtime/place/x.ts', '../ports/capture-ports.ts', 'knows neither the flows nor a platform'],
    ['src/runtime/connection/x.ts', '../place/surroundings.ts', 'nothing of folders and flows'],
    ['src/runtime/processes/x.ts', '../place/roots.ts', 'nothing of sessions'],
    ['src/hook/x.ts', '../bin/session-start.ts', 'never the other way round'],
    ['src/hook/x.ts', '../command/run-command.ts', 'meet only in runtime/'],
    ['src/command/x.ts', '../bin/mem0-hooks.ts', 'never the other way round'],
    ['src/command/x.ts', '../hook/session-start.ts', 'meet only in runtime/'],
    ['src/command/see/x.ts', '../change/settings-command.ts', 'no room of the others'],
    ['src/command/memories/x.ts', '../see/status.ts', 'no room of the others'],
    ['src/command/see/x.ts', '../registry.ts', 'no room of the others'],
    ['src/command/see/x.ts', '../../hook/session-start.ts', 'no room of the others'],
    ['src/command/line/x.ts', '../see/status.ts', 'for every command alike'],
    ['src/command/terminal/x.ts', '../line/program.ts', 'what a terminal is to a command'],
    ['src/bin/x.ts', '../flows/recall.ts', 'three-line entries'],
  ])('%s imports %s', (path, imported, reason) => {
    expect(lint(path, `import { x } from '${imported}';\nx();\n`)).toContain(reason);
    if (path !== 'src/bin/x.ts')
      expect(lint(path, `export const x = () => import('${imported}');\n`)).toContain(reason);
  });

  it('and one that runs downwards is not', () => {
    expect(lint('src/spool/x.ts', "import { y } from '../io/document.ts';\ny();\n")).not.toContain(
      'noRestrictedImports',
    );
  });
});

describe('what no lint rule can say', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(root, 'src', name), 'utf8') }));

  it('core/ and flows/ have no clock and no randomness of their own', () => {
    for (const { name, text } of sources.filter(({ name }) => /^(core|flows)\//.test(name))) {
      expect({ name, found: /Date\.now\(|new Date\(\)|Math\.random\(|crypto\./.exec(text)?.[0] }).toEqual({ name });
    }
  });

  it('only the upper floors touch stdin, stdout, the exit status and the environment (core/ by lint)', () => {
    for (const { name, text } of sources.filter(({ name }) => !/^(hook|command|runtime|bin|core)\//.test(name))) {
      expect({ name, found: /process\.(stdin|stdout|stderr|exit|env|argv)/.exec(text)?.[0] }).toEqual({ name });
    }
  });

  it('there only the runners end the process, and only they and the runtime read the environment', () => {
    const using = (pattern: RegExp) =>
      sources
        .filter(({ name, text }) => /^(hook|command|runtime)\//.test(name) && pattern.test(text))
        .map(({ name }) => name);
    expect(using(/process\.exit\(/).sort()).toEqual(['command/leave.ts', 'hook/old-node.ts', 'hook/run-hook.ts']);
    expect(using(/process\.env\b/).sort()).toEqual([
      'command/run-command.ts',
      // What is wrong is said before there is a runtime as well, and repeats no secret.
      'command/without-secrets.ts',
      // It looks for kept code before there is a runtime.
      'hook/launch.ts',
      'hook/run-hook.ts',
      'runtime/runtime.ts',
    ]);
    expect(using(/process\.(stdin|stdout|stderr)\b/)).toEqual([]);
    expect(using(/writeSync\((?!2,)/).sort()).toEqual([
      // Nothing else can be loaded there.
      'hook/old-node.ts',
      'runtime/processes/write-all.ts',
    ]);
    expect(using(/writeAll\(\s*(?!\s|2,)/).sort()).toEqual([
      'command/leave.ts',
      'command/machine/serve-command.ts',
      'hook/run-hook.ts',
      'runtime/processes/write-all.ts',
    ]);
  });

  it('no file is longer than 250 lines or so, and an entry has three', () => {
    for (const { name, text } of sources)
      expect({ name, long: text.split('\n').length > 275 }).toEqual({ name, long: false });
    for (const { name, text } of sources.filter(({ name }) => name.startsWith('bin/'))) {
      const lines = text.split(/\n/).filter((line) => line !== '' && !/^(import |#!)/.test(line));
      expect({ name, statements: lines.length }).toEqual({ name, statements: 1 });
    }
  });
});
