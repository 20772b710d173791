import { type InferDataFromTag, type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import type { TRPCQueryKey } from '@trpc/tanstack-react-query';
import type { Queries } from './client.ts';

/** Access of code outside of React to cached data: a part of `App`. */
export type QuerySource = { readonly queries: Queries; readonly queryClient: QueryClient };

type Query = { readonly queryKey: QueryKey };
type DataOf<Q extends Query> = InferDataFromTag<unknown, Q['queryKey']>;

/** The cached data of a query; undefined until it is loaded. Requests nothing. */
export function readQuery<Q extends Query>(
  { queries, queryClient }: QuerySource,
  query: (queries: Queries) => Q,
): DataOf<Q> | undefined {
  return queryClient.getQueryData(query(queries).queryKey) as DataOf<Q> | undefined;
}

/**
 * Keeps a query loaded and calls `apply` with its data now and, in the same task, whenever it changes (`Object.is`).
 * Returns a function that stops it.
 */
export function watchQuery<Q extends Query>(
  { queries, queryClient }: QuerySource,
  query: (queries: Queries) => Q,
  apply: (data: DataOf<Q> | undefined) => void,
): () => void {
  const observer = new QueryObserver(queryClient, { ...query(queries), notifyOnChangeProps: ['data'] });
  apply(observer.getCurrentResult().data as DataOf<Q> | undefined);
  return observer.subscribe(({ data }) => apply(data as DataOf<Q> | undefined));
}

/** The kind of host that serves the page; undefined until it is known. */
export function readHostKind(source: QuerySource): 'electron' | 'browser' | undefined {
  return readQuery(source, (queries) => queries.host.queryOptions())?.kind;
}

/** The input of a query; undefined where there is none. */
export function inputOf<Input>(query: { readonly queryKey: TRPCQueryKey } | undefined): Input | undefined {
  return query?.queryKey[1]?.input as Input | undefined;
}
