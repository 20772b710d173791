/** Says why a query is not answered. Thrown while a query is read and turned into a failure where reading ends. */
export class QueryRefusal extends Error {}

/** Refuses the query with a reason for whoever wrote it. */
export function refuse(reason: string): never {
  throw new QueryRefusal(reason);
}
