/** Errors in words, for a person who has asked for something. */
import { asFailure, Failure, type FailureReason } from '../contract/failure.ts';
import { StateFolderError } from '../io/state-folder-error.ts';

/** Why a platform could not be asked. */
const WORDS: Partial<Readonly<Record<FailureReason, string>>> = {
  'bad-key': 'the platform refuses the key',
  quota: 'the plan does not allow it',
  throttled: 'the platform wants fewer requests for now',
  unavailable: 'the platform is in trouble',
  unreachable: 'the platform cannot be reached',
  late: 'the platform did not answer in time',
  'broken-off': 'the connection broke',
  'odd-answer': 'the answer made no sense',
  'bad-base-url': 'the key or MEM0_BASE_URL cannot be used',
  'no-driver': 'there is no database driver (use Node 22.16 or newer, or run npm ci)',
};

/** Part of a sentence. */
export function whyNot(error: unknown): string {
  if (error instanceof StateFolderError)
    return `the state folder cannot be used (${error.code ?? error.reason}): ${error.path}`;
  const { reason } = asFailure(error);
  const words = WORDS[reason];
  if (words !== undefined) return words;
  // What is a sentence of its own ends where the whole one does.
  if (error instanceof Failure) return error.message.replace(/\.$/, '');
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return `something unexpected went wrong (${typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'})`;
}
