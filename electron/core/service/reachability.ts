import type { Failure, FailureCode } from '../../../shared/result.ts';

/** Whether a failed request reached the service; `unknown` when it was not sent. */
export function reachabilityAfter({ code }: Failure): 'reached' | 'not-reached' | 'unknown' {
  if (notReached.has(code)) return 'not-reached';
  return notAttempted.has(code) ? 'unknown' : 'reached';
}

const notReached: ReadonlySet<FailureCode> = new Set(['unreachable', 'tls', 'proxy', 'timeout']);
const notAttempted: ReadonlySet<FailureCode> = new Set(['cancelled', 'insecure-address', 'invalid-input']);
