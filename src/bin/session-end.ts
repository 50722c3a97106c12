import { runHook } from '../hook/run-hook.ts';
import { sessionEnd } from '../hook/session-end.ts';

runHook(sessionEnd);
