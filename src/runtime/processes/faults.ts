/** What is told, at the next start, of an error that nothing else has dealt with. */
import { asFailure, type FaultCode } from '../../contract/failure.ts';

export function faultOf(error: unknown): FaultCode {
  switch (asFailure(error).reason) {
    case 'missing':
    case 'unreadable':
      return 'transcript-missing';
    case 'read-only':
    case 'full':
    case 'unsafe':
      return 'folder-unusable';
    default:
      return 'crashed';
  }
}
