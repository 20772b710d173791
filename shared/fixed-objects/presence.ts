import { type CoverTest, createCoverTest } from '../imaging/cover-test.ts';
import type { Imaging } from '../imaging/find-area-imagings.ts';
import { findPlaces, type LocatedDetections, type PlaceSteps, type Places } from './find-places.ts';
import type { PlaceLabel } from './place-label.ts';

/**
 * Presence shown by the passes over the place of a detection:
 * - `stationary`: something is there again and again, up to the last passes
 * - `new`: the same, and at least three passes before the first sighting found nothing there
 * - `gone`: something was there again and again, and at least the last three passes found nothing
 * - `passing`: seen in too few passes to be fixed
 * Without enough passes there is no value.
 */
export const presences = ['stationary', 'new', 'gone', 'passing'] as const;
export type Presence = (typeof presences)[number];

/**
 * Detections within this distance are at the same place, in meters: each position is accurate to about 50 m. What does not
 * move is not shifted along the flight direction of a radar, so no bound of that shift is added.
 */
export const placeTolerance = 100;
/** An object that is seen in fewer passes, or in less than this share of those from first to last, is not fixed. */
const minSeen = 4;
const minShare = 0.6;
/** Passes without a sighting before the first or after the last one that make it new or gone. */
const minAbsent = 3;

/** A statement about the place at a position; it wins over what passes show. */
export type LabeledPlace = {
  readonly position: readonly [longitude: number, latitude: number];
  readonly kind: number;
  readonly presence: Presence;
};

/** A pass with what it was searched for: numbers of analytics whose detections were all fetched. */
export type SearchedPass = Pick<Imaging, 'footprints'> & {
  readonly searched: ReadonlySet<number>;
  /** Epoch milliseconds UTC; one without a time has no order among passes and is left out. */
  readonly startedAt: number | null;
};

export type PresenceInput = LocatedDetections & {
  /** The ones of `finders` that may have found each detection. */
  readonly finder: Uint32Array;
  /** Lists of numbers of analytics. */
  readonly finders: readonly (readonly number[])[];
  /** Statements of users about places, the earliest first. */
  readonly labels?: readonly LabeledPlace[];
  /** The pass of each detection as an index; negative without one. */
  readonly pass: Int32Array;
  readonly passes: readonly SearchedPass[];
};

/**
 * Number of times that something was seen at a place, of the passes that cover it and could have found it: those with
 * each analytic that has found it there. `looks` counts these passes: the name is that of stored layers of fixed places.
 */
export type Sightings = { readonly seen: number; readonly looks: number };

/** Presence shown by the passes over the place of one detection; the presence is null where it is not known. */
export type DetectionPresence = Sightings & {
  readonly presence: Presence | null;
  /** The statement of a user, which is the presence then; null without. */
  readonly label: PlaceLabel | null;
};

/** The presence of each detection, as an index into `presences` from 1; 0 where it is not known. */
export type FixedObjects = {
  readonly places: Places;
  readonly presenceOfPlace: Uint8Array;
  /** The label of each labeled place, as an index of the input. */
  readonly labelOfPlace: ReadonlyMap<number, number>;
  /** The sightings at a place. */
  sightingsAt(place: number): Sightings;
  /** The indexes of the detections at a place. */
  detectionsAt(place: number): Uint32Array;
};

/** Finds what stays at the same place in several passes. It states "same place", never "same object". */
export function* findFixedObjects(input: PresenceInput): PlaceSteps<FixedObjects> {
  const { labels = [] } = input;
  const located = yield* findPlaces(withLabels(input, labels), placeTolerance);
  yield;
  const count = input.longitude.length;
  const places = { ...located, placeOf: located.placeOf.subarray(0, count) };
  const labelOfPlace = new Map(labels.map((_, at) => [located.placeOf[count + at] as number, at]));
  const cover = yield* createCover(input.passes);
  yield;
  const detectionsAt = yield* groupByPlace(places);
  const seenAt = (place: number) => passesOf(detectionsAt(place), input.pass, cover.rankOf);
  const neededAt = (place: number) => neededAnalytics(detectionsAt(place), input);
  yield;
  const presenceOfPlace = new Uint8Array(places.count);
  const covering: number[] = [];
  for (let place = 0; place < places.count; place += 1) {
    if (place % comparedInStep === 0) yield;
    const seen = seenAt(place);
    if (seen.length === 0) continue;
    covering.length = 0;
    // Of what was seen in too few passes it matters only whether there were enough.
    const enough = seen.length < minSeen ? minSeen : Number.POSITIVE_INFINITY;
    cover.collect(places, place, neededAt(place), covering, enough);
    presenceOfPlace[place] = presenceOf(seen, covering);
  }
  for (const [place, at] of labelOfPlace) {
    const label = labels[at];
    if (label) presenceOfPlace[place] = codeOf(label.presence);
  }
  return {
    places,
    presenceOfPlace,
    labelOfPlace,
    detectionsAt,
    sightingsAt(place) {
      const found: number[] = [];
      cover.collect(places, place, neededAt(place), found, Number.POSITIVE_INFINITY);
      const ranks = seenAt(place);
      // A pass that found it covers it, also where its footprint does not state so.
      return { seen: ranks.length, looks: new Set([...found, ...ranks]).size };
    },
  };
}

const placesInStep = 2 ** 14;
/** Places that are compared with the passes over them in one step. */
const comparedInStep = 2 ** 11;
const passesInStep = 500;

/** The detections, and after them the positions of labels, which belong to the places around them. */
function withLabels(detections: LocatedDetections, labels: readonly LabeledPlace[]): LocatedDetections {
  if (labels.length === 0) return detections;
  const { length } = detections.longitude;
  const longitude = new Float64Array(length + labels.length);
  const latitude = new Float64Array(length + labels.length);
  const kind = new Uint32Array(length + labels.length);
  longitude.set(detections.longitude);
  latitude.set(detections.latitude);
  kind.set(detections.kind);
  for (const [at, label] of labels.entries()) {
    [longitude[length + at], latitude[length + at]] = label.position;
    kind[length + at] = label.kind;
  }
  return { longitude, latitude, kind };
}

/** Ranks of passes by time: those that saw something at a place, and all that cover it. */
function presenceOf(seen: readonly number[], covering: readonly number[]): number {
  if (seen.length < minSeen) return covering.length >= minSeen ? codeOf('passing') : 0;
  const all = [...new Set([...covering, ...seen])].sort((one, other) => one - other);
  const found = new Set(seen);
  const first = all.findIndex((rank) => found.has(rank));
  const last = all.findLastIndex((rank) => found.has(rank));
  if (seen.length / (last - first + 1) < minShare) return codeOf('passing');
  if (all.length - 1 - last >= minAbsent) return codeOf('gone');
  return codeOf(first >= minAbsent ? 'new' : 'stationary');
}

function codeOf(presence: Presence): number {
  return presences.indexOf(presence) + 1;
}

/** Degrees of a cell for which the passes that may cover a place in it are listed. */
const cellDegrees = 0.5;
const columns = 360 / cellDegrees;

/** The passes by time, and which of them cover a place. */
function* createCover(passes: readonly SearchedPass[]) {
  const byTime = passes
    .map(({ startedAt }, index) => ({ index, startedAt }))
    .filter(({ startedAt }) => startedAt !== null)
    .sort((one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0));
  const rankOf = new Int32Array(passes.length).fill(-1);
  const tests: CoverTest[] = [];
  const searchedFor: ReadonlySet<number>[] = [];
  const cells = new Map<number, number[]>();
  for (const [rank, { index }] of byTime.entries()) {
    if (rank % passesInStep === 0) yield;
    rankOf[index] = rank;
    const { footprints, searched } = passes[index] as SearchedPass;
    tests.push(createCoverTest(footprints));
    searchedFor.push(searched);
    for (const cell of new Set(footprints.flatMap(cellsOf))) {
      const listed = cells.get(cell);
      if (listed) listed.push(rank);
      else cells.set(cell, [rank]);
    }
  }
  return {
    rankOf,
    /** Adds the ranks of the passes over a place with these analytics by time, up to so many. */
    collect(
      { longitude, latitude }: Places,
      place: number,
      analytics: readonly number[],
      found: number[],
      enough: number,
    ): void {
      const [x, y] = [longitude[place] as number, latitude[place] as number];
      for (const rank of cells.get(cellAt(x, y)) ?? []) {
        if (!analytics.every((each) => searchedFor[rank]?.has(each)) || !tests[rank]?.(x, y)) continue;
        found.push(rank);
        if (found.length >= enough) return;
      }
    },
  };
}

function cellAt(longitude: number, latitude: number): number {
  const column = Math.min(columns - 1, Math.floor((longitude + 180) / cellDegrees));
  return Math.floor((latitude + 90) / cellDegrees) * columns + column;
}

function cellsOf({ longitudeSpans, south, north }: SearchedPass['footprints'][number]): readonly number[] {
  const cells: number[] = [];
  for (const [west, east] of longitudeSpans) {
    for (let y = south; ; y = Math.min(north, y + cellDegrees)) {
      for (let x = west; ; x = Math.min(east, x + cellDegrees)) {
        cells.push(cellAt(x, y));
        if (x >= east) break;
      }
      if (y >= north) break;
    }
  }
  return cells;
}

const none: readonly number[] = [];

/** The indexes of the detections at each place. */
function* groupByPlace({ count, placeOf }: Places): PlaceSteps<(place: number) => Uint32Array> {
  const starts = new Uint32Array(count + 1);
  for (const place of placeOf) starts[place + 1] = (starts[place + 1] as number) + 1;
  for (let place = 0; place < count; place += 1) {
    starts[place + 1] = (starts[place + 1] as number) + (starts[place] as number);
  }
  const next = starts.slice();
  const order = new Uint32Array(placeOf.length);
  yield;
  for (let index = 0; index < placeOf.length; index += 1) {
    if (index % placesInStep === 0) yield;
    const place = placeOf[index] as number;
    order[next[place] as number] = index;
    next[place] = (next[place] as number) + 1;
  }
  return (place) => order.subarray(starts[place] as number, starts[place + 1] as number);
}

/** The ranks of the passes that saw these; detections without a pass or a time are not counted. */
function passesOf(detections: Uint32Array, pass: Int32Array, rankOf: Int32Array): readonly number[] {
  // Most places have one detection.
  if (detections.length === 1) {
    const rank = rankOf[pass[detections[0] as number] as number] ?? -1;
    return rank < 0 ? none : [rank];
  }
  const ranks = new Set<number>();
  for (const index of detections) ranks.add(rankOf[pass[index] as number] ?? -1);
  ranks.delete(-1);
  return [...ranks];
}

/** The analytics that found these; one of several that may have is needed only where none of them is known to have. */
function neededAnalytics(
  detections: Uint32Array,
  { finder, finders }: Pick<PresenceInput, 'finder' | 'finders'>,
): readonly number[] {
  if (detections.length === 1) return finders[finder[detections[0] as number] as number] ?? none;
  const distinct = new Set<number>();
  for (const index of detections) distinct.add(finder[index] as number);
  const lists = Array.from(distinct, (code) => finders[code] ?? none);
  const certain = new Set(lists.flatMap((list) => (list.length === 1 ? list : [])));
  const open = lists.filter((list) => !list.some((each) => certain.has(each)));
  return [...new Set([...certain, ...open.flat()])];
}
