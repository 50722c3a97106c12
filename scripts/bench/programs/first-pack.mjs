/** How many ms the first pack of a process takes: its library, then how many memories it is made of. */
import { createRequire } from 'node:module';
import { wireRows } from '../memories.mjs';

const { assemblePack } = createRequire(import.meta.url)(process.argv[2]);
const rows = wireRows(Number(process.argv[3]));
const today = new Date().toISOString().slice(0, 10);
const started = performance.now();
const pack = assemblePack({ rows, today, budget: 8_000, missing: [], project: 'acme-shop' });
const ms = performance.now() - started;
if (pack === undefined || pack.ids.length === 0) throw new Error('there was no pack');
console.log(ms.toFixed(3));
