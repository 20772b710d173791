import { initTRPC } from '@trpc/server';
import { z } from 'zod';
import { describeSchemaError, inputFailure } from '../../shared/input-failure.ts';
import { fail } from '../../shared/result.ts';
import { workspaceKey } from '../../shared/session/session-state.ts';
import type { Log } from '../core/base/log-file.ts';
import { CallStopped } from '../core/base/thread-protocol.ts';
import type { Core } from '../core/core.ts';
import type { HostServices } from '../host-services.ts';

/** The context of every procedure. */
export type ApiContext = { readonly core: Core; readonly host: HostServices; readonly log?: Log | undefined };

const trpc = initTRPC.context<ApiContext>().create({
  // The message of a zod error is its JSON.
  errorFormatter: ({ shape, error: { cause } }) =>
    cause instanceof z.ZodError ? { ...shape, message: describeSchemaError(cause) } : shape,
});

export const router = trpc.router;

/** Queries that take at least this long are logged. */
const slowQueryMs = 1_000;

/**
 * Logs changes, failures and slow queries: the procedure, its duration and the code of its failure. A query that was
 * stopped because the page has aborted its request is none of them.
 */
const logged = trpc.middleware(async ({ ctx, path, type, next }) => {
  const startedAt = performance.now();
  const result = await next();
  if (type === 'query' && !result.ok && result.error.cause instanceof CallStopped) return result;
  const ms = Math.round(performance.now() - startedAt);
  const code = result.ok ? failureCodeOf(result.data) : result.error.code;
  const isNotable = type === 'mutation' || code !== undefined || (type === 'query' && ms >= slowQueryMs);
  if (isNotable) ctx.log?.write('call', { path, ms, code });
  return result;
});

function failureCodeOf(data: unknown): string | undefined {
  const parsed = failedResultSchema.safeParse(data);
  return parsed.success ? parsed.data.failure.code : undefined;
}

const failedResultSchema = z.object({ ok: z.literal(false), failure: z.object({ code: z.string() }) });

class OtherWorkspace extends Error {}

/**
 * A procedure. Input that its schema refuses becomes a failed `Result` with the code `invalid-input`, so a procedure
 * with an input must return a `Result`; a test of types checks that.
 */
export const procedure = trpc.procedure.use(logged).use(async ({ next, getRawInput }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  if (cause instanceof OtherWorkspace) {
    const refusal = fail(
      'conflict',
      'Another workspace was opened, or this one was rebuilt. Nothing was changed.',
    );
    return { ...result, ok: true, data: refusal };
  }
  if (result.error.code !== 'BAD_REQUEST') return result;
  if (!(cause instanceof z.ZodError)) return result;
  return { ...result, ok: true, data: { ok: false, failure: inputFailure(cause, await getRawInput()) } };
});

/**
 * A procedure that writes what was made for one workspace: with `workspace`, its key (`workspaceKey`), it fails with
 * `conflict` in another one, whose detections have the same ids.
 */
export const workspaceProcedure = procedure
  .input(z.object({ workspace: z.string().optional() }))
  .use(({ ctx, input: { workspace }, next }) => {
    if (workspace !== undefined && workspace !== workspaceKey(ctx.core.workspaceStatus())) {
      throw new OtherWorkspace();
    }
    return next();
  });
