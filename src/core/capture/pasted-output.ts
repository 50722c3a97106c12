/**
 * Lines that a machine wrote and a person pasted: stack traces, compiler and test output, shell prompts. They state nothing
 * of the person's. Out of scope: repository content (`omit`).
 */
const OUTPUT_LINE =
  /^\s*(?:at\s[\w.$<>[\] ]{1,200}\(|at\s(?:file|node|async|\/|[A-Z]:\\|\w+:\/\/)|File "[^"\n]{1,300}", line \d|Traceback \(most recent|(?:Uncaught |Unhandled )?\w{0,60}(?:Error|Exception|Panic|Warning)(?: \[\w+\])?: |Caused by: |npm (?:ERR!|error|WARN)|error(?:\[\w+\]| TS\d+|:)|(?:FAIL|PASS|ERROR|WARN|INFO|DEBUG|✓|✗|×|❯|✔|✖)\s|\$\s|\d{4}-\d\d-\d\d[T ]\d\d:\d\d|panic: |goroutine \d|thread '|exit(?:ed)? (?:code|status|with)|[\w./-]{1,200}\.\w{1,5}:\d+(?::\d+)?\b|\s{4,}(?:\^|~)|\^|\w{1,40}\(\)\s*$|(?:Tests?|Test Files|Duration|Snapshots)\s{1,8}\d|>\s\d+ \||\d+ \|)/;

/** Whether most lines of a text are a machine's output. */
export function isPastedOutput(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 0 && lines.filter((line) => OUTPUT_LINE.test(line)).length * 2 >= lines.length;
}
