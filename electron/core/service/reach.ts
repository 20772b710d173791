import type { Failure, FailureCode } from '../../../shared/result.ts';

/** What a failed exchange says of the way to the service: something answered, nothing did, or it says nothing. */
export function reachAfter({ code }: Failure): 'reached' | 'not-reached' | 'unsaid' {
  if (didNotReach.has(code)) return 'not-reached';
  return neverAsked.has(code) ? 'unsaid' : 'reached';
}

const didNotReach: ReadonlySet<FailureCode> = new Set(['unreachable', 'tls', 'timeout']);
const neverAsked: ReadonlySet<FailureCode> = new Set(['cancelled', 'insecure-address', 'invalid-input']);
