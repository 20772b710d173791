import { type InferDataFromTag, type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import type { Api } from './client.ts';

/** What code outside of React needs to read cached data: a part of `App`. */
export type QuerySource = { readonly api: Api; readonly queryClient: QueryClient };

type Query = { readonly queryKey: QueryKey };
type DataOf<Q extends Query> = InferDataFromTag<unknown, Q['queryKey']>;

/** The cached data of a query; undefined until it is loaded. Requests nothing. */
export function readQuery<Q extends Query>(
  { api, queryClient }: QuerySource,
  query: (api: Api) => Q,
): DataOf<Q> | undefined {
  return queryClient.getQueryData(query(api).queryKey) as DataOf<Q> | undefined;
}

/**
 * Keeps a query loaded and calls `apply` with its data now and, in the same task, whenever it changes (`Object.is`).
 * Returns a function that stops it.
 */
export function watchQuery<Q extends Query>(
  { api, queryClient }: QuerySource,
  query: (api: Api) => Q,
  apply: (data: DataOf<Q> | undefined) => void,
): () => void {
  const observer = new QueryObserver(queryClient, { ...query(api), notifyOnChangeProps: ['data'] });
  apply(observer.getCurrentResult().data as DataOf<Q> | undefined);
  return observer.subscribe(({ data }) => apply(data as DataOf<Q> | undefined));
}
