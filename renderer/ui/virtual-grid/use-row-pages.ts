import { type UseQueryOptions, useQueries } from '@tanstack/react-query';

/** Rows in one request. */
export const rowsPerPage = 200;

/** What a page of rows is requested by. */
type PageQuery<Row> = Pick<
  UseQueryOptions<
    { readonly rows: readonly Row[] },
    Error,
    { readonly rows: readonly Row[] },
    readonly unknown[]
  >,
  'queryKey' | 'queryFn'
>;

/** The rows from `first` to `last` as far as they are loaded, and what failed. */
export function useRowPages<Row>({
  total,
  first,
  last,
  overscanRows = 0,
  pageQuery,
}: {
  readonly total: number;
  readonly first: number;
  readonly last: number;
  /** Rows before and after, which are requested with them. */
  readonly overscanRows?: number;
  /** The query of the page that begins at `offset`. */
  readonly pageQuery: (offset: number, limit: number) => PageQuery<Row>;
}) {
  const firstPage = Math.floor(Math.max(0, first - overscanRows) / rowsPerPage);
  const lastPage = Math.floor(Math.max(0, Math.min(total - 1, last + overscanRows)) / rowsPerPage);
  const pages = useQueries({
    queries: Array.from({ length: Math.max(1, lastPage - firstPage + 1) }, (_, index) =>
      pageQuery((firstPage + index) * rowsPerPage, rowsPerPage),
    ),
  });
  const failed = pages.find(({ error }) => error);
  return {
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    rowAt: (index: number): Row | undefined =>
      pages[Math.floor(index / rowsPerPage) - firstPage]?.data?.rows[index % rowsPerPage],
  };
}
