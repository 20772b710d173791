import { useQueryClient } from '@tanstack/react-query';
import type { DetectionPageRequest, DetectionRow } from '../../../shared/results/detection.ts';
import { type App, useApp } from '../../context/app-context.tsx';
import { unwrap } from '../../ui/failure-error.ts';
import { rowsPerPage } from '../../ui/table/use-row-pages.ts';

/** Delay before a page is requested (milliseconds): dragging the scroll bar passes many pages. */
const fetchDelayMs = 25;

/** The detections to read, their order, and the fields about layers that are shown. */
export type DetectionQuery = Pick<DetectionPageRequest, 'filter' | 'sort' | 'computedFields'>;

/** Reads rows that may not have been shown yet, in order; `to` is inclusive. */
export function useReadRows(query: DetectionQuery): (from: number, to: number) => Promise<DetectionRow[]> {
  const app = useApp();
  const queryClient = useQueryClient();
  return async (from, to) => {
    const rows: DetectionRow[] = [];
    for (let start = from - (from % rowsPerPage); start <= to; start += rowsPerPage) {
      const { rows: found } = await queryClient.fetchQuery(detectionPageQuery(app, query, start));
      rows.push(...found.slice(Math.max(0, from - start), to - start + 1));
    }
    return rows;
  };
}

/** The query of the page of rows that begins at `offset`. */
export function detectionPageQuery({ api, queries }: App, query: DetectionQuery, offset: number) {
  const request: DetectionPageRequest = { ...query, offset, limit: rowsPerPage };
  return {
    queryKey: queries.results.page.queryKey(request),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      await waitUnlessAborted(signal);
      return unwrap(await api.results.page.query(request, { signal }));
    },
  };
}

function waitUnlessAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, fetchDelayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
