/**
 * Preloaded into the command line client: the timer with which it bounds its first request runs on when the answer is there,
 * so that each command ends five seconds after its work. Here that timer keeps no process alive.
 */
const { setTimeout: original } = globalThis;

globalThis.setTimeout = (work, ms, ...args) => {
  const timer = original(work, ms, ...args);
  return ms === 5000 ? timer.unref() : timer;
};
