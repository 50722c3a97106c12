/** Reads a corpus folder: `trees/<name>.mjs|json` (working trees) and `cases/*.mjs|json`. See test/fixtures/capture/README.md. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..', '..');
export const ownCorpus = join(root, 'test', 'fixtures', 'capture');
const fixtures = join(root, 'test', 'fixtures');

export async function loadCorpus(folder = ownCorpus) {
  const trees = { 'shop-repo': readTree(join(fixtures, 'shop-repo')) };
  for (const [name, module] of await modules(join(folder, 'trees'))) trees[name] = module.files ?? module;
  const cases = [];
  for (const [file, module] of await modules(join(folder, 'cases')))
    for (const one of module.cases ?? module) cases.push(complete(one, trees, folder, file));
  const ids = cases.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`two cases are called ${twice}`);
  return cases;
}

async function modules(folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder)
    .filter((name) => /\.(mjs|json)$/.test(name))
    .sort();
  return Promise.all(
    names.map(async (name) => [
      name.replace(/\.(mjs|json)$/, ''),
      name.endsWith('.json')
        ? JSON.parse(readFileSync(join(folder, name), 'utf8'))
        : await import(pathToFileURL(join(folder, name)).href),
    ]),
  );
}

/** A case with everything that it may leave out. */
function complete(one, trees, folder, file) {
  const tree = typeof one.tree === 'string' ? trees[one.tree] : (one.tree ?? {});
  if (tree === undefined) throw new Error(`case ${one.id} names an unknown tree: ${one.tree}`);
  const statements = (one.statements ?? []).map((statement) => ({
    ...statement,
    types: statement.type.split('|'),
    scope: statement.scope ?? (statement.type === 'preference' ? 'user' : 'project'),
  }));
  const lists = ['noise', 'own', 'quoted', 'secrets', 'private', 'survivors'];
  return {
    env: {},
    nothing: false,
    ...one,
    file,
    files: { ...tree, ...one.files },
    statements,
    ...Object.fromEntries(lists.map((name) => [name, one[name] ?? []])),
    ...(one.transcript === undefined ? {} : { transcriptFile: transcriptFile(folder, one.transcript) }),
  };
}

/** `run/beginning-of-the-session-id` of the real transcripts, or a file of the corpus folder. */
function transcriptFile(folder, name) {
  const own = join(folder, name);
  if (existsSync(own) && statSync(own).isFile()) return own;
  const [run, session] = name.split('/');
  const top = join(fixtures, 'transcripts', run);
  const found = readdirSync(top, { recursive: true, encoding: 'utf8' }).find((path) =>
    new RegExp(`(^|/)${session}[^/]*\\.jsonl$`).test(path),
  );
  if (found === undefined) throw new Error(`no transcript ${name}`);
  return join(top, found);
}

function readTree(top) {
  const files = {};
  for (const name of readdirSync(top, { recursive: true, encoding: 'utf8' })) {
    const path = join(top, name);
    if (statSync(path).isFile()) files[name] = readFileSync(path, 'utf8');
  }
  return files;
}
