import { useEffect, useRef } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useDock, useResults } from '../../context/use-stores.ts';
import { unwrap } from '../../ui/failure-error.ts';
import type { DetectionQuery } from './use-detection-pages.ts';

/**
 * Scrolls to a row requested by number, or to the row of a detection focused elsewhere, such as on the map. `isShown`
 * returns whether the table's cursor is already on a detection.
 */
export function useRevealRow(
  query: DetectionQuery,
  isShown: (id: number) => boolean,
  show: (index: number) => void,
): void {
  const { api, stores } = useApp();
  const requestedRow = useDock((state) => state.requestedRow);
  const focusedId = useResults((state) => state.focusedId);
  const latest = useRef({ query, isShown, show });
  latest.current = { query, isShown, show };

  useEffect(() => {
    if (requestedRow === null) return;
    stores.dock.getState().requestRow(null);
    latest.current.show(requestedRow);
  }, [requestedRow, stores]);

  useEffect(() => {
    if (focusedId === null || latest.current.isShown(focusedId)) return;
    // Not a cached query, because a refetch would scroll the table again.
    const controller = new AbortController();
    const find = async () => {
      const request = { ...latest.current.query, id: focusedId };
      const index = unwrap(await api.results.rowIndex.query(request, { signal: controller.signal }));
      if (index !== null && !controller.signal.aborted) latest.current.show(index);
    };
    // A failure needs no message: the inspector shows the detection even if its row is not found.
    find().catch(() => undefined);
    return () => controller.abort();
  }, [focusedId, api]);
}
