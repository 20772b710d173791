import { z } from 'zod';

/**
 * Every expected way in which something can fail, as one closed union. A caller may switch over it and the
 * compiler checks that no case is missing. The unexpected throws instead.
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
  'timeout',
  'redirected',
  'bad-response',
  'too-large',
  'cancelled',
  'insecure-address',
  'unknown-outcome',
  'no-workspace',
  'read-only',
  'conflict',
  'disk',
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** One field of a form or request that cannot be accepted, with what to do about it. */
export const fieldProblemSchema = z.object({
  /** Dotted path of the field, for example `contactEmail` or `ranges.0.to`. */
  field: z.string(),
  /** The value as the user gave it, printed. */
  value: z.string(),
  /** What is wrong and what would be right, one sentence each. */
  message: z.string(),
});
export type FieldProblem = z.infer<typeof fieldProblemSchema>;

/** An expected failure, ready to be shown: what happened, and what the reader can do. */
export const failureSchema = z.object({
  code: z.enum(failureCodes),
  message: z.string(),
  /** HTTP status of the answer that caused it, where there was one. */
  status: z.int().optional(),
  problems: z.array(fieldProblemSchema).optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** The outcome of an operation that can fail in expected ways. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

/** A success that carries `value`. */
export function succeed<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** A failure with its code and its message for the reader. */
export function fail(
  code: FailureCode,
  message: string,
  more: Omit<Failure, 'code' | 'message'> = {},
): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { code, message, ...more } };
}
