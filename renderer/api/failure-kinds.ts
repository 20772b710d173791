import type { Failure, FailureCode } from '../../shared/result.ts';

const permanentCodes: ReadonlySet<FailureCode> = new Set([
  'invalid-input',
  'not-found',
  'forbidden',
  'refused',
  'method-not-allowed',
  'read-only',
  'conflict',
]);

const unknownOutcomeCodes: ReadonlySet<FailureCode> = new Set(['unreachable', 'timeout', 'server-error']);

/**
 * Whether a write would fail again however often it is repeated. A workspace that is being compacted is frozen, and then
 * closed for a moment: both end.
 */
export function isPermanent({ code }: Failure): boolean {
  return permanentCodes.has(code);
}

/** Whether a write may have been carried out although it failed: its response was lost. */
export function isOutcomeUnknown({ code }: Failure): boolean {
  return unknownOutcomeCodes.has(code);
}
