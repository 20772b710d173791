import type { GroupCount } from '../../../shared/results/statistics.ts';

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
