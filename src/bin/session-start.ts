import { runHook } from '../hook/run-hook.ts';
import { sessionStart } from '../hook/session-start.ts';

runHook(sessionStart);
