import { type Query, type QueryFunction, type QueryKey, useQueries } from '@tanstack/react-query';

/** Rows in one request. */
export const rowsPerPage = 200;

type Page<Row> = { readonly rows: readonly Row[] };

/** The query options for a page of rows. */
type PageQuery<Row, Key extends QueryKey> = {
  readonly queryKey: Key;
  readonly queryFn?: QueryFunction<Page<Row>, Key>;
};

export type RowPagesOptions<Row, Key extends QueryKey> = {
  readonly total: number;
  readonly first: number;
  readonly last: number;
  /** Number of rows before and after that are also requested. */
  readonly overscanRows?: number | undefined;
  /** Whether rows that are loaded stay as they are, though they are outdated. */
  readonly isHeld?: boolean | undefined;
  /** The query of the page that begins at `offset`. */
  readonly pageQuery: (offset: number, limit: number) => PageQuery<Row, Key>;
};

/** Loads the rows from `first` to `last`; returns those already loaded, and the error of a failed request. */
export function useRowPages<Row, Key extends QueryKey>({
  total,
  first,
  last,
  overscanRows = 0,
  isHeld = false,
  pageQuery,
}: RowPagesOptions<Row, Key>) {
  const firstPage = Math.floor(Math.max(0, first - overscanRows) / rowsPerPage);
  const lastPage = Math.floor(Math.max(0, Math.min(total - 1, last + overscanRows)) / rowsPerPage);
  const pages = useQueries({
    queries: Array.from({ length: Math.max(1, lastPage - firstPage + 1) }, (_, index) => ({
      ...pageQuery((firstPage + index) * rowsPerPage, rowsPerPage),
      enabled: isHeld ? isWithoutRows : true,
    })),
  });
  const failed = pages.find(({ error }) => error);
  return {
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    rowAt: (index: number): Row | undefined =>
      pages[Math.floor(index / rowsPerPage) - firstPage]?.data?.rows[index % rowsPerPage],
  };
}

function isWithoutRows({ state }: Pick<Query, 'state'>): boolean {
  return state.data === undefined;
}
