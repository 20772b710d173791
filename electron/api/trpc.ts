import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
import { type ErrorExplanation, explainError, unexpectedError } from '../../shared/error-text.ts';
import type { AppEvent } from '../../shared/events/app-event.ts';
import { describeSchemaError, inputFailure } from '../../shared/input-failure.ts';
import { isDeeperThan } from '../../shared/json-value.ts';
import { toSingleLine } from '../../shared/printable-text.ts';
import { type Failure, fail, type Result } from '../../shared/result.ts';
import { workspaceKey } from '../../shared/session/session-state.ts';
import type { Log } from '../core/base/log-file.ts';
import { CallStopped } from '../core/base/thread-protocol.ts';
import type { Core } from '../core/core.ts';
import {
  failedWrite,
  getOpenWorkspace,
  getWritableWorkspace,
  WriteFailed,
} from '../core/workspace/open/get-open-workspace.ts';
import type { Workspace } from '../core/workspace/open/workspace.ts';
import type { HostServices } from '../host-services.ts';

/** The context of every procedure. */
export type ApiContext = { readonly core: Core; readonly host: HostServices; readonly log?: Log | undefined };

const trpc = initTRPC.context<ApiContext>().create({
  errorFormatter({ shape: { code, data }, error }) {
    const { message, details } = explain(error);
    return {
      code,
      message: toPublicSentence(message),
      data: {
        code: data.code,
        httpStatus: data.httpStatus,
        ...(details === undefined ? {} : { details: toPublicSentence(details) }),
      },
    };
  },
});

function explain({ cause, message }: TRPCError): ErrorExplanation {
  if (cause === undefined || cause instanceof TRPCError) return { message };
  // The message of a zod error is its JSON.
  if (cause instanceof z.ZodError) return { message: describeSchemaError(cause) };
  return explainError(cause, unexpectedError);
}

/** The first line of an error's message with names in the place of paths; the log has all of it. */
function toPublicSentence(message: string): string {
  const [line = ''] = message.split(/[\r\n]/, 1);
  return toSingleLine(
    line.replaceAll(quotedPath, '$1$2$3').replaceAll(path, (whole) => whole.split(/[\\/]/).at(-1) ?? ''),
  ).slice(0, maxSentenceLength);
}

const maxSentenceLength = 500;
const quotedPath = /(['"“])(?:file:|[A-Za-z]:)?[\\/][^'"”]*[\\/]([^'"”\\/]*)(['"”])/g;
const path = /(?:file:\/\/|(?<![\w.:/\\])[A-Za-z]:\\|(?<![\w.:/\\])[\\/])[^\s'"“”(),;]*/g;

export const router = trpc.router;

/** Documented inputs need ten levels. Much deeper nesting could overflow the stack of recursive code. */
const maxInputDepth = 100;

const boundedInput = trpc.middleware(async ({ getRawInput, next }) => {
  if (isDeeperThan(await getRawInput(), maxInputDepth)) {
    const message = `The input is nested more than ${maxInputDepth} levels deep. Give one of fewer levels.`;
    throw new TRPCError({ code: 'BAD_REQUEST', message });
  }
  return next();
});

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
  const parsed = resultSchema.safeParse(data);
  return parsed.data?.ok === false ? parsed.data.failure.code : undefined;
}

const resultSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), failure: z.object({ code: z.string() }) }),
]);

/** Ends a procedure before its work began; the page gets `failure`. */
class Refusal extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

function required<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Refusal(result.failure);
}

/**
 * A procedure. Refused input becomes a failed `Result` with the code `invalid-input`, and so do the refusals of
 * `reads` and `writes`: a procedure with an input, or with these, must return a `Result`; a test of types checks that.
 */
export const procedure = trpc.procedure
  .use(logged)
  .use(boundedInput)
  .use(async ({ next, getRawInput }) => {
    const result = await next();
    if (result.ok) return result;
    const { cause, code } = result.error;
    const toData = (failure: Failure) => ({ ...result, ok: true as const, data: { ok: false, failure } });
    if (cause instanceof Refusal) return toData(cause.failure);
    if (code !== 'BAD_REQUEST' || !(cause instanceof z.ZodError)) return result;
    return toData(inputFailure(cause, await getRawInput()));
  });

/** Opens the workspace for a procedure that reads it, as `ctx.workspace`. Fails with `no-workspace`. */
export const reads = trpc.middleware(({ ctx, next }) =>
  next({ ctx: { workspace: required(getOpenWorkspace(ctx.core.workspace)) } }),
);

/**
 * Opens the workspace for a procedure that writes it, as `ctx.workspace`, and publishes `changed` with the topic once it
 * has succeeded. Fails with `no-workspace`, `read-only`, `frozen`, or `disk` when the write failed.
 */
export const writes = (topic?: Topic) =>
  trpc.middleware(async ({ ctx, next }) => {
    const workspace = required(getWritableWorkspace(ctx.core.workspace));
    const result = await next({ ctx: { workspace } });
    if (!result.ok && result.error.cause instanceof WriteFailed) {
      required(failedWrite(result.error.cause));
    }
    const isDone = result.ok && resultSchema.safeParse(result.data).data?.ok === true;
    if (isDone && topic !== undefined) ctx.core.events.publish({ type: 'changed', topic });
    return result;
  });

/** A change of the open workspace with an input, whose result is that of `change`. Fails as `writes`. */
export function workspaceChange<Schema extends z.ZodType, Output>(
  topic: Topic,
  schema: Schema,
  change: (workspace: Workspace, input: z.output<Schema>, ctx: ApiContext) => Promise<Result<Output>>,
) {
  return procedure
    .input(schema)
    .use(writes(topic))
    .mutation(({ ctx, input }) => change(ctx.workspace, input as z.output<Schema>, ctx));
}

type Topic = Extract<AppEvent, { type: 'changed' }>['topic'];

/**
 * A procedure that writes what was made for one workspace: with `workspace`, its key (`workspaceKey`), it fails with
 * `conflict` in another one, whose detections have the same ids.
 */
export const workspaceProcedure = procedure
  .input(z.object({ workspace: z.string().optional() }))
  .use(({ ctx, input: { workspace }, next }) => {
    if (workspace === undefined || workspace === workspaceKey(ctx.core.workspaceStatus())) return next();
    throw new Refusal(
      fail('conflict', 'Another workspace was opened, or this one was rebuilt. Nothing was changed.').failure,
    );
  });
