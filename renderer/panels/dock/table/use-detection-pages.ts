import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { DetectionPage, DetectionRow } from '../../../../shared/results/detection.ts';
import type { Api } from '../../../api/client.ts';
import { unwrap } from '../../../api/failure-error.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../app/app-context.tsx';

/** Rows in one request. */
const pageRows = 200;
/** Rows before and behind those that are seen, which are fetched with them. */
const fetchedAround = 120;
/** How long a page must be wanted before it is asked for (milliseconds): a scroll bar being dragged passes by many. */
const restBeforeFetch = 25;

/** Which detections, in which order. */
export type DetectionQuery = Pick<DetectionPage, 'filter' | 'sort'>;

/** The rows from `first` to `last` as far as they have come, and what failed. */
export function useDetectionPages(query: DetectionQuery, total: number, first: number, last: number) {
  const { api } = useApp();
  const firstPage = Math.floor(Math.max(0, first - fetchedAround) / pageRows);
  const lastPage = Math.floor(Math.max(0, Math.min(total - 1, last + fetchedAround)) / pageRows);
  const pages = useQueries({
    queries: Array.from({ length: lastPage - firstPage + 1 }, (_, index) =>
      pageQuery(api, query, firstPage + index),
    ),
  });
  const failed = pages.find(({ error }) => error);
  return {
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    rowAt(index: number): DetectionRow | undefined {
      return pages[Math.floor(index / pageRows) - firstPage]?.data?.rows[index % pageRows];
    },
  };
}

/** Reads rows that may not have been shown yet, in order; `to` is inclusive. */
export function useReadRows(query: DetectionQuery): (from: number, to: number) => Promise<DetectionRow[]> {
  const { api } = useApp();
  const queryClient = useQueryClient();
  return async (from, to) => {
    const rows: DetectionRow[] = [];
    for (let page = Math.floor(from / pageRows); page <= Math.floor(to / pageRows); page += 1) {
      const { rows: found } = await queryClient.fetchQuery(pageQuery(api, query, page));
      const start = page * pageRows;
      rows.push(...found.slice(Math.max(0, from - start), to - start + 1));
    }
    return rows;
  };
}

function pageQuery(api: Api, { filter, sort }: DetectionQuery, page: number) {
  const request: DetectionPage = { filter, sort, offset: page * pageRows, limit: pageRows };
  return {
    queryKey: queryKeys.detectionPage(request),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      await rest(signal);
      return unwrap(await api.results.page.query(request, { signal }));
    },
  };
}

function rest(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, restBeforeFetch);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
