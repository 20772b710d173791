import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { noPlaceText } from '../../../shared/places/nearest-port.ts';
import type { GroupCount } from '../../../shared/results/statistics.ts';
import { verdictSchema } from '../../../shared/review/review.ts';
import { useApp } from '../../context/app-context.tsx';
import { idsByVerdict, type ReviewQueue } from '../../stores/review-queue.ts';
import { type Column, Table } from '../../ui/table/table.tsx';
import styles from './review-stage.module.css';
import { texts } from './texts.ts';

/** Maximum number of places that are listed. */
const maxPlaces = 6;
/** Maximum number of ids in a request. */
const maxIds = 200_000;

const verdicts = verdictSchema.options;

/** The detections of a finished review by place and verdict; nothing where none is reviewed or they are too many. */
export function PlaceCounts({ queue }: { readonly queue: ReviewQueue }) {
  const { queries } = useApp();
  const ids = useMemo(
    () => verdicts.map((verdict) => [...idsByVerdict(queue, (each) => each === verdict)]),
    [queue],
  );
  const reviewed = ids.reduce((sum, { length }) => sum + length, 0);
  const counts = useQueries({
    queries: ids.map((some) =>
      queries.results.groupCounts.queryOptions(
        { filter: { ids: some }, by: 'place' },
        { enabled: reviewed <= maxIds },
      ),
    ),
  });
  if (reviewed === 0 || !counts.every(({ data }) => data)) return null;
  const places = countByPlace(counts.map(({ data }) => data ?? []));
  const hidden = places.length - maxPlaces;
  return (
    <>
      <Table
        className={styles.places}
        label={texts.byPlace}
        rows={places.slice(0, maxPlaces)}
        rowKey={({ place }) => place ?? ''}
        columns={[
          { title: texts.byPlace, isRowHeading: true, cell: ({ place }) => place ?? noPlaceText },
          ...verdicts.map(
            (verdict, index): Column<PlaceCounts> => ({
              title: texts.verdictTitles[verdict],
              cell: (row) => formatCount(row.counts[index] ?? 0),
            }),
          ),
        ]}
      />
      {hidden > 0 ? <p className="muted">{texts.morePlaces(hidden)}</p> : null}
    </>
  );
}

/** A place, null for none, with its count in each of several lists. */
export type PlaceCounts = { readonly place: string | null; readonly counts: readonly number[] };

/** Joins several lists of counts by place, the places with the most detections first. */
export function countByPlace(lists: readonly (readonly GroupCount[])[]): readonly PlaceCounts[] {
  const places = [...new Set(lists.flatMap((list) => list.map(({ key }) => key)))];
  const total = ({ counts }: PlaceCounts) => counts.reduce((sum, count) => sum + count, 0);
  return places
    .map((place) => ({
      place,
      counts: lists.map((list) => list.find(({ key }) => key === place)?.count ?? 0),
    }))
    .sort((one, other) => total(other) - total(one));
}
