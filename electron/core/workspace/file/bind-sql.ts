import type { Sql } from './sql.ts';

type OverSql = (sql: Sql, ...args: never[]) => unknown;

type Bound<Method extends OverSql> = Method extends (sql: Sql, ...args: infer Args) => infer Result
  ? (...args: Args) => Result
  : never;

/** The functions with a connection as their first argument. */
export function bindSql<Methods extends Readonly<Record<string, OverSql>>>(
  sql: Sql,
  methods: Methods,
): { readonly [Name in keyof Methods]: Bound<Methods[Name]> } {
  const bound = Object.entries(methods).map(([name, method]) => [
    name,
    (...args: never[]) => method(sql, ...args),
  ]);
  return Object.fromEntries(bound) as { readonly [Name in keyof Methods]: Bound<Methods[Name]> };
}
