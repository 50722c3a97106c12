/** What a capture is compared with: a line scan with `JSON.parse` of every line of the file that is named. */
import { openSync, readSync } from 'node:fs';

const handle = openSync(process.argv[2] ?? '', 'r');
const slice = Buffer.allocUnsafeSlow(128 * 1024);
let held = [];
let keys = 0;
for (;;) {
  const count = readSync(handle, slice, 0, slice.length, null);
  if (count === 0) break;
  const bytes = slice.subarray(0, count);
  let at = 0;
  for (let end = bytes.indexOf(10, at); end >= 0; end = bytes.indexOf(10, at)) {
    const rest = bytes.subarray(at, end);
    const line = held.length === 0 ? rest.toString('utf8') : Buffer.concat([...held, rest]).toString('utf8');
    held = [];
    keys += Object.keys(JSON.parse(line)).length;
    at = end + 1;
  }
  if (at < count) held.push(Buffer.from(bytes.subarray(at)));
}
if (keys === 0) throw new Error('no lines');
