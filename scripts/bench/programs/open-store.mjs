/** Opens a store in a fresh process and makes the reads of a session start: how many ms each took. library, file, user, requests. */
import { createRequire } from 'node:module';

const [library, file, user, requests] = process.argv.slice(2);
const { openLocalPlatform } = createRequire(import.meta.url)(library);
const started = performance.now();
const platform = await openLocalPlatform({ file, user, now: () => Date.now() });
const opened = performance.now();
const within = { deadline: Date.now() + 60_000 };
await Promise.all(JSON.parse(requests).map((request) => platform.send(request, within)));
const read = performance.now();
platform.close();
console.log(JSON.stringify({ opened: opened - started, read: read - opened }));
