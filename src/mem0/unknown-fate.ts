/** A change of which nobody can say whether it was made: no answer came to it, or it could not be read afterwards. */
import { asFailure, Failure } from '../contract/failure.ts';

export class UnknownFate extends Failure {
  override readonly name: string = 'UnknownFate';

  constructor({ reason, message, status, retryAfterMs, cause }: Failure) {
    super(reason, message, {
      ...(status === undefined ? {} : { status }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(cause === undefined ? {} : { cause }),
    });
  }

  override get uncertain(): boolean {
    return true;
  }
}

/** The failure of a request that may have been carried out all the same. What was certainly not carried out is thrown as it is. */
export function ifUncertain(error: unknown): Failure {
  const failure = asFailure(error);
  if (!failure.uncertain) throw error;
  return failure;
}
