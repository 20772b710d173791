import type { DetectionFilter, DetectionPageRequest } from '../../../../shared/results/detection.ts';
import type { QueuePass } from '../../../../shared/review/queue-pass.ts';
import { inRanges, type Steps } from '../../base/steps.ts';
import type { StoredDetections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import type { DetectionReviews } from './memory/detection-reviews.ts';
import type { Mask } from './memory/filter-mask.ts';
import { pickPositions } from './memory/sort-orders.ts';
import type { LoadedPasses, PassLoader } from './passes/load-passes.ts';
import { noPass, type StoredPass } from './passes/read-passes.ts';
import { sortByTime } from './passes/sort-by-time.ts';
import type { DefineQuery } from './query.ts';

/** Detections by the image that they were found in. */
export type PassOrder = {
  /** Their positions: the latest image first, within one by id. */
  readonly order: Uint32Array;
  /** The images in that order. */
  readonly passes: readonly StoredPass[];
  /** Starts in `order` of the detections of each image, then those without an image, and where all end. */
  readonly starts: Uint32Array;
};

/** Reads the order in steps; that of the latest state is cached. */
export type PassOrders = (detections: StoredDetections) => Steps<PassOrder>;

/** Creates the order over the images of a workspace. */
export function createPassOrders(loader: PassLoader): PassOrders {
  let known: { readonly version: number; readonly order: PassOrder } | undefined;
  return function* (detections) {
    if (known?.version === detections.rowsVersion) return known.order;
    const order = yield* orderByPass(yield* loader.readInSteps(detections));
    known = { version: detections.rowsVersion, order };
    return order;
  };
}

/** Detections that are counted in one step, some ten milliseconds. */
const detectionsInStep = 2 ** 18;

/** The numbers of detections of each image in a mask, in the order of the images; images without any are left out. */
export function* countQueuePasses(
  { order, passes, starts }: PassOrder,
  { bits }: Mask,
  { verdict }: DetectionReviews,
): Steps<readonly QueuePass[]> {
  const counts: QueuePass[] = [];
  let ofStep = 0;
  for (let rank = 0; rank <= passes.length; rank += 1) {
    let [count, judged] = [0, 0];
    const start = starts[rank] as number;
    const end = starts[rank + 1] as number;
    ofStep += 1 + end - start;
    if (ofStep > detectionsInStep) {
      yield;
      ofStep = 0;
    }
    for (let at = start; at < end; at += 1) {
      const position = order[at] as number;
      if (bits[position] === 0) continue;
      count += 1;
      if (verdict[position] !== 0) judged += 1;
    }
    if (count === 0) continue;
    const { sensorName = null, vendorId = null, startedAt = null, key = null } = passes[rank] ?? {};
    counts.push({ key, sensorName, vendorId, startedAt, count, reviewed: judged });
  }
  return counts;
}

/** A detection of several images counts as of the first that its record names; one without an image comes last. */
function* orderByPass({ table, column: { passes, shared } }: LoadedPasses): Steps<PassOrder> {
  const passIndexes = yield* sortByTime(
    table.passes.map((_, index) => index),
    (index) => -(table.passes[index]?.startedAt ?? beforeAll),
    (one, other) => latestFirst(table.passes[one], table.passes[other]),
  );
  yield;
  const withoutImage = passIndexes.length;
  const rankOfPass = new Uint32Array(passIndexes.length);
  passIndexes.forEach((passIndex, rank) => {
    rankOfPass[passIndex] = rank;
  });
  const ranks = new Uint32Array(passes.length);
  yield* inRanges(ranks.length, (from, to) => {
    for (let at = from; at < to; at += 1) ranks[at] = rankOfPass[passes[at] as number] ?? withoutImage;
  });
  for (const { at, passes: several } of shared) ranks[at] = rankOfPass[several[0] ?? noPass] ?? withoutImage;
  return {
    ...(yield* orderByRank(ranks, withoutImage + 1)),
    passes: passIndexes.flatMap((index) => table.passes[index] ?? []),
  };
}

/** Epoch milliseconds of no image: one without a time comes last. */
const beforeAll = Number.MIN_SAFE_INTEGER;

function latestFirst(one: StoredPass | undefined, other: StoredPass | undefined): number {
  return (
    (other?.startedAt ?? beforeAll) - (one?.startedAt ?? beforeAll) ||
    compare(one?.sensorName ?? '', other?.sensorName ?? '') ||
    compare(one?.vendorId ?? '', other?.vendorId ?? '')
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Positions by rising rank, equal ones in their order, and where each rank starts. */
function* orderByRank(ranks: Uint32Array, count: number): Steps<Pick<PassOrder, 'order' | 'starts'>> {
  const starts = new Uint32Array(count + 1);
  yield* inRanges(ranks.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const rank = ranks[at] as number;
      starts[rank + 1] = (starts[rank + 1] as number) + 1;
    }
  });
  for (let rank = 0; rank < count; rank += 1) {
    starts[rank + 1] = (starts[rank + 1] as number) + (starts[rank] as number);
  }
  const order = new Uint32Array(ranks.length);
  const next = starts.slice();
  yield* inRanges(ranks.length, (from, to) => {
    for (let position = from; position < to; position += 1) {
      const rank = ranks[position] as number;
      const at = next[rank] as number;
      next[rank] = at + 1;
      order[at] = position;
    }
  });
  return { order, starts };
}

/** Queues of detections to review. */
export function createReviewQueues(query: DefineQuery, memory: DetectionMemory, passOrders: PassOrders) {
  return {
    /** Ids of the detections that match the filter, in the order of a table, or by image with the latest first. */
    reviewQueue: query(
      (filter: DetectionFilter, order: DetectionPageRequest['sort'] | 'pass') => ({
        filter,
        ...(order === 'pass' ? {} : { sort: order }),
      }),
      function* (detections, filter, order) {
        const positions =
          order === 'pass'
            ? yield* pickPositions((yield* passOrders(detections)).order, memory.mask(detections, filter))
            : memory.order(detections, filter, order);
        const ids = new Uint32Array(positions.length);
        yield* inRanges(ids.length, (from, to) => pickAt(detections.columns.id, positions, ids, from, to));
        return ids;
      },
      { isHandedOver: true },
    ),
    /** The numbers of detections of each image in a queue by image, in its order. */
    queuePasses: query(
      (filter: DetectionFilter) => ({ filter }),
      function* (detections, filter) {
        const order = yield* passOrders(detections);
        return yield* countQueuePasses(order, memory.mask(detections, filter), memory.reviewsOf(detections));
      },
    ),
  };
}

function pickAt(
  ids: Uint32Array,
  positions: Uint32Array,
  found: Uint32Array,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index += 1) found[index] = ids[positions[index] as number] as number;
}
