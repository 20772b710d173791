import { useEffect, useRef } from 'react';
import { unwrap } from '../../../api/failure-error.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useDock, useResults } from '../../../app/use-stores.ts';
import type { DetectionQuery } from './use-detection-pages.ts';

/**
 * Brings a row into view that was asked for by its number, or whose detection is looked at elsewhere, such as on the
 * map. `isShown` tells of a detection whether the table's cursor stands on it already.
 */
export function useWantedRow(
  query: DetectionQuery,
  isShown: (id: number) => boolean,
  show: (index: number) => void,
): void {
  const { api, stores } = useApp();
  const wantedRow = useDock((state) => state.wantedRow);
  const focusedId = useResults((state) => state.focusedId);
  const latest = useRef({ query, isShown, show });
  latest.current = { query, isShown, show };

  useEffect(() => {
    if (wantedRow === null) return;
    stores.dock.setState({ wantedRow: null });
    latest.current.show(wantedRow);
  }, [wantedRow, stores]);

  useEffect(() => {
    if (focusedId === null || latest.current.isShown(focusedId)) return;
    const gone = new AbortController();
    const find = async () => {
      const question = { ...latest.current.query, id: focusedId };
      const place = unwrap(await api.results.place.query(question, { signal: gone.signal }));
      if (place !== null && !gone.signal.aborted) latest.current.show(place);
    };
    // The inspector shows the detection whether or not its row is found; a filter may have none for it.
    find().catch(() => undefined);
    return () => gone.abort();
  }, [focusedId, api]);
}
