import { useQuery } from '@tanstack/react-query';
import type { PositionReading } from '../../../../shared/geo/read-position.ts';
import type { RecordRow } from '../../../../shared/results/detection.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useBookmarks } from '../../../context/use-bookmarks.ts';
import { useAreaList } from '../../../context/use-live-queries.ts';
import { useSession } from '../../../context/use-stores.ts';
import { unwrap } from '../../../ui/failure-error.ts';
import { texts } from '../texts.ts';
import { findMatches, type GoToMatch } from './find-matches.ts';

/** A target of the dialog: a match of `findMatches`, or a record found by part of its id. */
export type GoToTarget =
  | GoToMatch
  | {
      readonly kind: 'record';
      readonly key: string;
      readonly label: string;
      readonly note: string;
      readonly row: RecordRow;
    };

const maxRecords = 4;

/** The matches of a text, and the result of parsing it as a position. */
export function useGoToMatches(text: string): {
  readonly targets: readonly GoToTarget[];
  readonly reading: PositionReading;
  readonly isSearching: boolean;
} {
  const { engine } = useApp();
  const areas = useAreaList();
  const bookmarks = useBookmarks().data ?? [];
  const { matches, reading } = findMatches(text, {
    areas,
    bookmarks,
    countries: engine.countries(),
  });
  const records = useRecords(text.trim());
  return { targets: [...matches, ...records.targets], reading, isSearching: records.isSearching };
}

function useRecords(text: string): { targets: GoToTarget[]; isSearching: boolean } {
  const { api } = useApp();
  const isOpen = useSession((state) => state.session !== null && state.session.workspace !== 'none');
  // Record ids contain digits and mostly letters; a short number is the id of a detection.
  const looksLikeId = /^[\w-]{4,}$/.test(text) && /\d/.test(text) && !/^\d{1,6}$/.test(text);
  const page = { having: 'any', text, offset: 0, limit: 50 } as const;
  const { data, isFetching } = useQuery({
    queryKey: queryKeys.recordPage(page),
    queryFn: async ({ signal }) => unwrap(await api.results.records.query(page, { signal })),
    enabled: isOpen && looksLikeId,
  });
  const query = text.toLowerCase();
  const rows = looksLikeId ? (data?.rows ?? []) : [];
  return {
    targets: rows
      .filter(({ recordId }) => recordId.toLowerCase().includes(query))
      .slice(0, maxRecords)
      .map((row) => ({
        kind: 'record',
        key: `record ${row.recordId}`,
        label: row.recordId,
        note: texts.matches.record(row.detections),
        row,
      })),
    isSearching: looksLikeId && isFetching,
  };
}
