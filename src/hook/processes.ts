/** Whether a process is there. */

/** Signal 0 asks without touching; EPERM means that it is there and another user's. */
export function isAlive(pid: number): boolean {
  if (pid <= 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
