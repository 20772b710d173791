import { formatQuantity } from './format.ts';

type Words = readonly [one: string, many: string];

/**
 * The kinds of what travels to other workspaces that are counted, in the order in which they are listed, each with its
 * words. How a kind travels is its row in `electron/core/workspace/carried/carried-kinds.ts`.
 */
export const carriedWords = {
  records: ['record', 'records'],
  reviews: ['review', 'reviews'],
  areas: ['area', 'areas'],
  layers: ['layer', 'layers'],
  searches: ['saved search', 'saved searches'],
  rules: ['watch rule', 'watch rules'],
  findings: ['finding of the watch', 'findings of the watch'],
  decisions: ['AIS decision', 'AIS decisions'],
  places: ['statement about a place', 'statements about places'],
  calibrations: ['chip calibration', 'chip calibrations'],
  corrections: ['corrected meaning', 'corrected meanings'],
  chips: ['image chip', 'image chips'],
} as const satisfies Readonly<Record<string, Words>>;

/** A way on which a kind reaches another workspace. */
export type WayOn = 'merge' | 'case' | 'team';

/** A kind of what travels that is counted. */
export type CountedKind = keyof typeof carriedWords;

export const countedKinds = Object.keys(carriedWords) as readonly CountedKind[];

/** The kinds that members of a team exchange entry by entry. */
export const journalKinds = ['corrections', 'decisions', 'places'] as const;
export type JournalKind = (typeof journalKinds)[number];

/** A count of each kind. */
export type CarriedCounts = Readonly<Record<CountedKind, number>>;

/** A count and the words of its kind: `2 saved searches`. */
export function formatCarried(kind: CountedKind, count: number): string {
  const [one, many] = carriedWords[kind];
  return formatQuantity(count, one, many);
}

/** Counts above 0 with the words of their kinds, those of `kinds` in their order. */
export function listCarried(
  counts: Partial<CarriedCounts>,
  kinds: readonly CountedKind[] = countedKinds,
): readonly string[] {
  return kinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count > 0 ? [formatCarried(kind, count)] : [];
  });
}
