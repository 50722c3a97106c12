/** All rows, in the order of the table. */
import { HOOK_ROWS } from './rows/hooks.mjs';
import { LOCAL_ROWS } from './rows/local.mjs';
import { STORE_ROWS } from './rows/store.mjs';
import { TRANSCRIPT_ROWS } from './rows/transcripts.mjs';
import { WIRE_ROWS } from './rows/wire.mjs';
import { WORK_ROWS } from './rows/work.mjs';

export const ROWS = [...HOOK_ROWS, ...LOCAL_ROWS, ...TRANSCRIPT_ROWS, ...WORK_ROWS, ...WIRE_ROWS, ...STORE_ROWS];
