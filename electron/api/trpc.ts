import { initTRPC } from '@trpc/server';
import { z } from 'zod';
import { describeSchemaError, inputFailure } from '../../shared/input-failure.ts';
import type { Core } from '../core/core.ts';
import type { HostServices } from '../host-services.ts';

/** The context of every procedure. */
export type ApiContext = { readonly core: Core; readonly host: HostServices };

const trpc = initTRPC.context<ApiContext>().create({
  // The message of a zod error is its JSON.
  errorFormatter: ({ shape, error: { cause } }) =>
    cause instanceof z.ZodError ? { ...shape, message: describeSchemaError(cause) } : shape,
});

export const router = trpc.router;

/**
 * A procedure. Input that its schema refuses becomes a failed `Result` with the code `invalid-input`, so a procedure
 * with an input must return a `Result`; a test of types checks that.
 */
export const procedure = trpc.procedure.use(async ({ next, getRawInput }) => {
  const result = await next();
  if (result.ok || result.error.code !== 'BAD_REQUEST') return result;
  const { cause } = result.error;
  if (!(cause instanceof z.ZodError)) return result;
  return { ...result, ok: true, data: { ok: false, failure: inputFailure(cause, await getRawInput()) } };
});
