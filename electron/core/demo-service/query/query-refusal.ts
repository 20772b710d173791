/** Why a query is refused. Thrown while parsing, and converted to a failure by `readQuery`. */
export class QueryRefusal extends Error {}

/** Refuses the query with a reason for its author. */
export function refuse(reason: string): never {
  throw new QueryRefusal(reason);
}
