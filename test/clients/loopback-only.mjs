/**
 * Preloaded into the process of a client: connections to anything but 127.0.0.1, look-ups of names and processes of its own
 * fail there. Each of them, and each file that is written, is a line in the file that `WITNESS_FILE` names.
 */
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const { openSync, writeSync } = fs;
const witness = openSync(process.env['WITNESS_FILE'], 'a');

function note(what) {
  writeSync(witness, `${what}\n`);
}

function refuse(what) {
  note(what);
  throw new Error(`not in a test: ${what}`);
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  // The library calls itself with its arguments in one array.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const wanted =
    typeof first === 'object' ? first : { port: first, host: typeof second === 'string' ? second : undefined };
  const { host = 'localhost', port, path } = wanted;
  const what = `connect ${path ?? `${host}:${port}`}`;
  note(what);
  if (path === undefined && host === '127.0.0.1') return connect.apply(this, args);
  process.nextTick(() => this.destroy(new Error(`not in a test: ${what}`)));
  return this;
};

for (const name of ['connect', 'send']) {
  dgram.Socket.prototype[name] = () => refuse(`datagram ${name}`);
}
for (const of of [dns, dns.promises]) {
  for (const name of Object.keys(of).filter((one) => /^(?:lookup|resolve|reverse)/.test(one))) {
    of[name] = (host) => refuse(`${name} ${host}`);
  }
}

childProcess.ChildProcess.prototype.spawn = ({ args }) => refuse(`spawn ${args.join(' ')}`);
for (const name of ['spawnSync', 'execSync', 'execFileSync']) {
  childProcess[name] = (file, args) => refuse(`spawn ${[file].concat(args ?? []).join(' ')}`);
}

const WRITERS = [
  'appendFile',
  'chmod',
  'copyFile',
  'cp',
  'link',
  'mkdir',
  'mkdtemp',
  'rename',
  'rm',
  'rmdir',
  'symlink',
]
  .concat('truncate', 'unlink', 'writeFile')
  .flatMap((name) => [name, `${name}Sync`]);
const isReading = (flags) => flags === undefined || flags === null || flags === 'r' || flags === 0;

for (const of of [fs, fs.promises]) {
  for (const name of [...WRITERS, 'createWriteStream', 'open', 'openSync']) {
    const original = of[name];
    if (original === undefined) continue;
    of[name] = (path, ...rest) => {
      const opens = name === 'open' || name === 'openSync';
      if (typeof path !== 'number' && !(opens && (isReading(rest[0]) || typeof rest[0] === 'function'))) {
        note(`file ${path instanceof URL ? fileURLToPath(path) : resolve(String(path))}`);
      }
      return original.call(of, path, ...rest);
    };
  }
}
syncBuiltinESMExports();
