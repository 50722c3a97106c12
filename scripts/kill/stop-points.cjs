/**
 * Loaded before a bundle (`node --require`), which stays as it is shipped. It knows the steps of a process by what the process does
 * in the state folder, and at a chosen step sends a signal, lets the disk be full, or lets the clock jump. It also lets time pass
 * quickly: where a process does nothing but wait, its clock goes on to the moment that it waits for.
 */
const childProcess = require('node:child_process');
const fs = require('node:fs');
const { appendFileSync, existsSync, readFileSync } = fs;
const { basename, join } = require('node:path');

const trial = JSON.parse(readFileSync(process.env.MEM0_TRIAL, 'utf8'));
const STARTED = ['drain', 'checkpoint'];
const role = STARTED.find((name) => name === process.argv[2]) ?? basename(process.argv[1] ?? '', '.cjs');
const told = (line) => appendFileSync(join(trial.folder, 'told'), `${line}\n`);
told(`began ${role} ${process.pid}`);

// --- the clock -------------------------------------------------------------------------------------------------------------
const RealDate = Date;
let ahead = trial.clockMs;
const now = () => RealDate.now() + ahead;
globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [now()] : args));
  }
  static now() {
    return now();
  }
};

// --- time that is only waited for ------------------------------------------------------------------------------------------
const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
const WORTH_SKIPPING_MS = 300;
const pending = new Map();
globalThis.setTimeout = Object.assign((act, ms, ...args) => {
  const timer = realSetTimeout(() => {
    pending.delete(timer);
    act(...args);
  }, ms);
  if (ms >= WORTH_SKIPPING_MS) pending.set(timer, { due: now() + ms, act: () => act(...args) });
  return timer;
}, realSetTimeout);
globalThis.clearTimeout = (timer) => {
  pending.delete(timer);
  realClearTimeout(timer);
};

/** In a drain: nothing runs but timers, or (with `skipAnswers`) an answer has been waited for long enough to know that none comes. */
let idleFor = 0;
function skip() {
  const active = process.getActiveResourcesInfo().filter((name) => name !== 'Timeout');
  const waiting = active.every((name) => trial.skipAnswers && name === 'TCPSocketWrap');
  idleFor = waiting ? idleFor + 1 : 0;
  if (idleFor < (active.length === 0 ? 2 : 15)) return;
  const [next] = [...pending].filter(([timer]) => timer.hasRef()).sort(([, a], [, b]) => a.due - b.due);
  if (next === undefined) return;
  const [timer, { due, act }] = next;
  globalThis.clearTimeout(timer);
  ahead += Math.max(0, due - now());
  idleFor = 0;
  act();
}
if (role === 'drain') setInterval(skip, 10).unref();

// --- steps -----------------------------------------------------------------------------------------------------------------
const state = process.env.MEM0_HOOKS_HOME;
const inState = (path) =>
  typeof path === 'string' && path.startsWith(`${state}/`) ? path.slice(state.length + 1) : '';
/** What a receipt that is written now is for: a capture, an add that was accepted, or an event that has ended. */
let receiptStep = 'receipt';

/** The step that a change of a name in the state folder is; undefined for one that is none of them. */
function stepOf(from, to) {
  if (to.startsWith('background/held-')) return 'lock';
  // The one that is there already is only marked as begun.
  if (to.startsWith('jobs/')) return role !== 'drain' ? 'job' : existsSync(join(state, to)) ? 'begin' : 'reconcile';
  if (to.startsWith('checkpoints/')) return role === 'pre-compact' ? 'due' : 'begin';
  if (to.startsWith('spool/journal/')) return 'journal';
  if (to.startsWith('spool/claimed/')) {
    if (!from.startsWith('spool/waiting/')) return undefined;
    receiptStep = 'accepted';
    return 'claim';
  }
  if (to.startsWith('spool/waiting/')) return from.startsWith('spool/claimed/') ? 'put-back' : 'enqueue';
  if (to.startsWith('spool/accepted/') || (to === '' && from.startsWith('spool/claimed/'))) {
    receiptStep = 'followed';
    return 'acknowledge';
  }
  if (to.startsWith('cursors/')) return 'cursor';
  if (to.startsWith('session-states/')) return 'state';
  if (to.startsWith('receipts/')) return receiptStep;
  if (to !== '') return undefined;
  if (from.startsWith('spool/journal/')) return 'settled';
  if (from.startsWith('jobs/')) return 'job-done';
  if (from.startsWith('checkpoints/')) return 'made';
  return undefined;
}

const counts = {};
function at(when, step) {
  if (step === undefined) return;
  const moment = `${when} ${step}`;
  counts[moment] = (counts[moment] ?? 0) + 1;
  const { stop } = trial;
  if (stop === undefined || stop.role !== role || stop.moment !== moment || stop.nth !== counts[moment]) return;
  // Once in a trial, whichever process comes to it first.
  if (existsSync(join(trial.folder, 'stopped'))) return;
  fs.writeFileSync(join(trial.folder, 'stopped'), moment);
  told(`stopped ${role} ${process.pid} ${moment}`);
  if (stop.jumpMs !== undefined) ahead += stop.jumpMs;
  if (stop.fullDisk === true) diskIsFull = true;
  if (stop.signal !== undefined) strike(stop);
}

function strike({ signal, to }) {
  for (const pid of victims(to)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
  // A signal need not reach this thread at once.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
}

/** The process last: what it started would outlive it. */
function victims(to) {
  if (to === 'group') return [-Number(groupOf(process.pid))];
  if (to === 'tree') return [...descendants(process.pid).reverse(), process.pid];
  return [process.pid];
}

const stat = (pid) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(parent), group: Number(group) };
  } catch {
    return {};
  }
};
const groupOf = (pid) => stat(pid).group ?? pid;
function descendants(pid) {
  const pids = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const children = pids.filter((one) => stat(one).parent === pid);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

let diskIsFull = false;
function refuseIfFull(path) {
  if (!diskIsFull || inState(path) === '') return;
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    errno: -28,
    syscall: 'write',
    path,
  });
}

const { renameSync, rmSync, linkSync, openSync, mkdirSync } = fs;
fs.renameSync = (from, to) => {
  const step = stepOf(inState(from), inState(to));
  at('before', step);
  renameSync(from, to);
  at('after', step);
};
fs.rmSync = (path, options) => {
  const step = stepOf(inState(path), '');
  at('before', step);
  rmSync(path, options);
  at('after', step);
};
fs.linkSync = (from, to) => {
  refuseIfFull(to);
  linkSync(from, to);
};
fs.openSync = (path, flags, mode) => {
  if (typeof flags === 'number' && (flags & fs.constants.O_CREAT) !== 0) refuseIfFull(path);
  return openSync(path, flags, mode);
};
fs.mkdirSync = (path, options) => {
  refuseIfFull(path);
  return mkdirSync(path, options);
};

const { spawn } = childProcess;
childProcess.spawn = (file, args, options) => {
  const child = spawn(file, args, options);
  const started = STARTED.find((name) => args?.includes(name));
  if (started !== undefined) {
    told(`began ${started} ${child.pid}`);
    at('after', 'spawn');
  }
  return child;
};
