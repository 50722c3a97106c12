/**
 * Lines that a machine wrote and a person pasted: stack traces, compiler and test output, shell prompts, the
 * progress of jobs. They state nothing of the person's. Out of scope: repository content (`omit`).
 */
const OUTPUT_LINE =
  /^\s*(?:at\s[\w.$<>[\] ]{1,200}\(|at\s(?:file|node|async|\/|[A-Z]:\\|\w+:\/\/)|File "[^"\n]{1,300}", line \d|Traceback \(most recent|(?:Uncaught |Unhandled )?\w{0,60}(?:Error|Exception|Panic|Warning)(?: \[\w+\])?: |Caused by: |npm (?:ERR!|error|WARN)|error(?:\[\w+\]| TS\d+|:)|(?:FAIL|PASS|ERROR|WARN|INFO|DEBUG|✓|✗|×|❯|✔|✖)\s|\$\s|\d{4}-\d\d-\d\d[T ]\d\d:\d\d|panic: |goroutine \d|thread '|exit(?:ed)? (?:code|status|with)|[\w./-]{1,200}\.\w{1,5}:\d+(?::\d+)?\b|\s{4,}(?:\^|~)|\^|\w{1,40}\(\)\s*$|(?:Tests?|Test Files|Duration|Snapshots)\s{1,8}\d|>\s\d+ \||\d+ \|)/;

/**
 * A job that says how far it is: two of an epoch or step of how many, a loss, a share done, and a time to go; or a heartbeat.
 * Platform contract §8 names them first of what must not become memory.
 */
const PROGRESS =
  /^\s*(?:\S{1,30}[:\]]\s*)?(?:heartbeat\b|(?:still )?(?:training|downloading|uploading|indexing|copying|importing|processing|fetching|building|running|syncing)\b.{0,60}\d\s?%|\d{1,3}(?:\.\d+)?\s?% (?:done|complete|finished|fertig|of)|eta\b)/i;
const FAR =
  /\b(?:epoch|step|iter(?:ation)?|batch|chunk|shard|epoche|époque|schritt)\s*#?\d+\s*(?:\/|of|von|de|sur)\s*\d+|loss[ :=]+(?:improved\b|\d)|\beta:? *~?\d|\d\s?%|\b(?:epoch|step|iter(?:ation)?) \d+:|\b\d+ ?(?:s|sec|seconds|min|minutes|h|hours) (?:left|remaining|to go)|\b\d[\d.,]* ?(?:it|tok(?:en)?s?|samples|rows|mb|gb)\/s/gi;

/** Whether a line is a job's progress. */
export function isProgress(line: string): boolean {
  return PROGRESS.test(line) || (line.match(FAR)?.length ?? 0) > 1;
}

/** Whether most lines of a text are a machine's output. */
export function isPastedOutput(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.length > 0 && lines.filter((line) => OUTPUT_LINE.test(line) || isProgress(line)).length * 2 >= lines.length
  );
}
