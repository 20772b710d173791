import { z } from 'zod';
import { causeText, explainError } from './error-text.ts';

/**
 * Every expected kind of failure, as a closed union: the compiler checks that a switch over it is complete. Unexpected
 * errors are thrown instead.
 */
export const failureCodes = [
  'invalid-input',
  'wrong-credentials',
  'signed-out',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'refused',
  'server-error',
  'unreachable',
  'tls',
  /** A proxy refused, or cannot be used as it is set. */
  'proxy',
  'timeout',
  'redirected',
  'bad-response',
  'too-large',
  'cancelled',
  'insecure-address',
  'unknown-outcome',
  'no-workspace',
  'read-only',
  /** The workspace is read-only while its file is rewritten, and can be changed again after it. */
  'frozen',
  'conflict',
  'disk',
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** A field of a form or request that is invalid, with the remedy. */
export const fieldProblemSchema = z.object({
  /** Dotted path of the field, for example `contactEmail` or `ranges.0.to`. */
  field: z.string(),
  /** The value as entered, as text. */
  value: z.string(),
  /** The problem and its remedy, one sentence each. */
  message: z.string(),
});
export type FieldProblem = z.infer<typeof fieldProblemSchema>;

/** An expected failure, ready for display: what happened, and what the user can do. */
export const failureSchema = z.object({
  code: z.enum(failureCodes),
  message: z.string(),
  /** HTTP status of the response that caused it, if any. */
  status: z.int().optional(),
  problems: z.array(fieldProblemSchema).optional(),
  /** The technical cause, which is shown on demand. */
  details: z.string().optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** The result of an operation that can fail in expected ways. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

/** Creates a successful result. */
export function succeed<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Creates a failed result with a code and a message for the user. */
export function fail(
  code: FailureCode,
  message: string,
  { details, ...more }: Omit<Failure, 'code' | 'message'> = {},
): { readonly ok: false; readonly failure: Failure } {
  // A member that is undefined would be lost where the failure is stored, which would then differ.
  const cause = details === undefined ? {} : { details };
  return { ok: false, failure: { code, message, ...more, ...cause } };
}

/** Creates a failed result because of a thrown value, whose message and causes are the technical cause. */
export function failBecause(code: FailureCode, message: string, error: unknown) {
  return fail(code, message, { details: causeText(error) });
}

/** Creates a failed result with the message of a thrown value if it has one for the user, else with `otherwise`. */
export function failFrom(code: FailureCode, error: unknown, otherwise: string) {
  const { message, ...details } = explainError(error, otherwise);
  return fail(code, message, details);
}
