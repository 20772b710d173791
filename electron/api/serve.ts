import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { z } from 'zod';
import { type Result, succeed } from '../../shared/result.ts';
import type { Core } from '../core/core.ts';
import type { Workspace } from '../core/workspace/open/workspace.ts';
import type { ReadStore } from '../core/workspace/read/read-store.ts';
import { type ApiContext, procedure, reads } from './trpc.ts';

/** A procedure that calls a method: its type, and the schema of the input that the method gets. */
type Row<Type = 'query' | 'mutation', Schema = z.ZodType | undefined> = {
  readonly type: Type;
  readonly schema: Schema;
};

/** A query, for `serve`. */
export function query<Schema extends z.ZodType | undefined = undefined>(schema?: Schema) {
  return { type: 'query', schema } as Row<'query', Schema>;
}

/** A mutation, for `serve`. */
export function mutation<Schema extends z.ZodType | undefined = undefined>(schema?: Schema) {
  return { type: 'mutation', schema } as Row<'mutation', Schema>;
}

type InputArgs<Schema> = Schema extends z.ZodType
  ? [input: z.output<Schema>, signal?: AbortSignal | undefined]
  : [];

type ProcedureOf<R extends Row, Output> = R['type'] extends 'query'
  ? TRPCQueryProcedure<Definition<R['schema'], Output>>
  : TRPCMutationProcedure<Definition<R['schema'], Output>>;

type Definition<Schema, Output> = {
  // biome-ignore lint/suspicious/noConfusingVoidType: tRPC's type of an input that may be left out.
  input: Schema extends z.ZodType ? z.input<Schema> : void;
  output: Output;
  meta: unknown;
};

type OutputOf<Method> = Method extends (...args: never) => infer Output ? Awaited<Output> : never;

/** The rows whose method exists and takes what the schema accepts; the others are never. */
type Checked<Part, Rows extends Readonly<Record<string, Row>>> = {
  [Name in keyof Rows]: Name extends keyof Part
    ? Part[Name] extends (...args: InputArgs<Rows[Name]['schema']>) => unknown
      ? Rows[Name]
      : never
    : never;
};

/**
 * Procedures that call the methods of a part of the core that have their names, with the checked input and the signal of
 * the request; their results are those of the methods.
 *
 * @example
 * // `list` calls `core.watch.list()`, `remove` calls `core.watch.remove(id, signal)`.
 * router({ ...serve('watch', { list: query(), remove: mutation(z.uuid()) }) })
 */
export function serve<Name extends keyof Core, Rows extends Readonly<Record<string, Row>>>(
  name: Name,
  rows: Rows & Checked<Core[Name], Rows>,
) {
  const served = Object.entries<Row>(rows).map(([method, { type, schema }]) => {
    const run = ({ ctx, input, signal }: Request) =>
      callMethod(ctx.core[name], method, schema ? [input, signal] : []);
    const checked = schema ? procedure.input(schema) : procedure;
    return [method, type === 'query' ? checked.query(run) : checked.mutation(run)];
  });
  return Object.fromEntries(served) as {
    [Method in keyof Rows & keyof Core[Name]]: ProcedureOf<Rows[Method], OutputOf<Core[Name][Method]>>;
  };
}

type Request = {
  readonly ctx: ApiContext;
  readonly input: unknown;
  readonly signal: AbortSignal | undefined;
};

type Method = (...args: unknown[]) => unknown;

function callMethod(target: unknown, name: string, args: unknown[]): unknown {
  const method = (target as Readonly<Record<string, Method>>)[name] as Method;
  return method.apply(target, args);
}

/** The output of a procedure: null where the core returns undefined. */
type OrNull<Output> = Output extends undefined ? null : Output;

/** Names of the workspace's reads that take the input that a schema accepts. */
type WorkspaceRead<Schema> = {
  [Name in keyof ReadStore]: Workspace[Name] extends (...args: InputArgs<Schema>) => unknown ? Name : never;
}[keyof ReadStore];

/** A query by a read of the open workspace; null for undefined. Fails with `no-workspace`. */
export function workspaceQuery<
  Schema extends z.ZodType | undefined = undefined,
  Name extends WorkspaceRead<Schema> = WorkspaceRead<Schema>,
>(name: Name, schema?: Schema) {
  const checked = schema ? procedure.input(schema) : procedure;
  const served = checked.use(reads).query(async ({ ctx, input, signal }) => {
    const output = await callMethod(ctx.workspace, name, schema ? [input, signal] : [signal]);
    return succeed(output ?? null);
  });
  return served as unknown as ProcedureOf<Row<'query', Schema>, Result<OrNull<OutputOf<Workspace[Name]>>>>;
}
