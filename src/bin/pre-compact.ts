import { preCompact } from '../hook/pre-compact.ts';
import { runHook } from '../hook/run-hook.ts';

runHook(preCompact);
