import type { Failure, FailureCode } from '../../shared/result.ts';

/**
 * Statement of a failure about a requested change. `permanent`: it fails again however often it is repeated;
 * `unknown-outcome`: its response did not reach the page, so it may have been made; `passing`: it may succeed later.
 */
type FailureKind = 'permanent' | 'unknown-outcome' | 'passing';

/** The one list by which a change is repeated. A workspace that is compacted is frozen, then closed for a moment. */
const kinds: Readonly<Record<FailureCode, FailureKind>> = {
  'invalid-input': 'permanent',
  'not-found': 'permanent',
  forbidden: 'permanent',
  refused: 'permanent',
  'method-not-allowed': 'permanent',
  'read-only': 'permanent',
  conflict: 'permanent',
  unreachable: 'unknown-outcome',
  timeout: 'unknown-outcome',
  'server-error': 'unknown-outcome',
  'wrong-credentials': 'passing',
  'signed-out': 'passing',
  tls: 'passing',
  proxy: 'passing',
  redirected: 'passing',
  'bad-response': 'passing',
  'too-large': 'passing',
  cancelled: 'passing',
  'insecure-address': 'passing',
  'unknown-outcome': 'passing',
  'no-workspace': 'passing',
  frozen: 'passing',
  disk: 'passing',
};

/** Whether a change would fail again however often it is repeated. */
export function isPermanent({ code }: Failure): boolean {
  return kinds[code] === 'permanent';
}

/** Whether a change may have been made although it failed: its response was lost. */
export function isOutcomeUnknown({ code }: Failure): boolean {
  return kinds[code] === 'unknown-outcome';
}
