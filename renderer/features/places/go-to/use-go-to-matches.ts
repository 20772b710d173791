import { useQuery } from '@tanstack/react-query';
import type { Area } from '../../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../../shared/areas/format-square-metres.ts';
import type { Bookmark } from '../../../../shared/bookmarks/bookmark.ts';
import { foldText } from '../../../../shared/fold-text.ts';
import { type PositionMatch, positionMatches } from '../../../../shared/geo/position-matches.ts';
import { type PositionReading, readPosition } from '../../../../shared/geo/read-position.ts';
import type { RecordRow } from '../../../../shared/results/detection.ts';
import { useApp } from '../../../context/app-context.tsx';
import { type FoundPlace, findPlaces } from '../../../context/find-places.ts';
import { useItems } from '../../../context/items.ts';
import { useAreaList } from '../../../context/use-live-queries.ts';
import { useIsWorkspaceOpen } from '../../../context/use-workspace-queries.ts';
import type { CountryName } from '../../../map/places/country-names.ts';
import { texts } from '../texts.ts';

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
  const bookmarks = useItems('bookmarks').data ?? [];
  const { matches, reading } = findGoToMatches(text, {
    areas,
    bookmarks,
    countries: engine.basemap.places.countries,
  });
  const records = useRecords(text.trim());
  return { targets: [...matches, ...records.targets], reading, isSearching: records.isSearching };
}

function useRecords(text: string): { targets: GoToTarget[]; isSearching: boolean } {
  const { queries } = useApp();
  const isOpen = useIsWorkspaceOpen();
  // Record ids contain digits and mostly letters; a short number is the id of a detection.
  const looksLikeId = /^[\w-]{4,}$/.test(text) && /\d/.test(text) && !/^\d{1,6}$/.test(text);
  const page = { having: 'any', text, offset: 0, limit: 50 } as const;
  const { data, isFetching } = useQuery(
    queries.results.records.queryOptions(page, { enabled: isOpen && looksLikeId }),
  );
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

/** A target that matches the typed text. */
type GoToMatch = { readonly key: string; readonly label: string; readonly note: string } & (
  | Pick<PositionMatch, 'kind' | 'position'>
  | { readonly kind: 'area'; readonly area: Area }
  | { readonly kind: 'bookmark'; readonly bookmark: Bookmark }
  | { readonly kind: 'detection'; readonly id: number }
  | ({ readonly kind: 'place' } & FoundPlace)
);

/** Maximum number of matches of each kind. */
const maxPerKind = 6;

/**
 * The matches of a text: positions first, then a detection with this id. Then bookmarks, areas, ports, seas and
 * countries whose name contains all its words.
 */
export function findGoToMatches(
  text: string,
  {
    areas,
    bookmarks,
    countries,
  }: {
    readonly areas: readonly Area[];
    readonly bookmarks: readonly Bookmark[];
    readonly countries: readonly CountryName[];
  },
): { readonly matches: readonly GoToMatch[]; readonly reading: PositionReading } {
  const reading = readPosition(text);
  const words = foldText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return { matches: [], reading };
  const named = <T extends { readonly name: string }>(list: readonly T[]) =>
    list.filter(({ name }) => words.every((word) => foldText(name).includes(word))).slice(0, maxPerKind);
  const matches: GoToMatch[] = [
    ...positionMatches(reading),
    ...detectionMatches(text.trim()),
    ...named(bookmarks).map(
      (bookmark): GoToMatch => ({
        kind: 'bookmark',
        key: `bookmark ${bookmark.id}`,
        label: bookmark.name,
        note: bookmark.filter ? texts.matches.bookmarkWithFilter : texts.matches.bookmark,
        bookmark,
      }),
    ),
    ...named(areas).map(
      (area): GoToMatch => ({
        kind: 'area',
        key: `area ${area.id}`,
        label: area.name,
        note: texts.matches.areaOf(formatSquareMetres(area.squareMetres)),
        area,
      }),
    ),
    ...findPlaces(text, countries).map((place): GoToMatch => ({ kind: 'place', ...place })),
  ];
  return { matches, reading };
}

function detectionMatches(text: string): GoToMatch[] {
  if (!/^[1-9]\d{0,14}$/.test(text)) return [];
  return [
    {
      kind: 'detection',
      key: `detection ${text}`,
      label: texts.matches.detection(text),
      note: texts.matches.openInInspector,
      id: Number(text),
    },
  ];
}
