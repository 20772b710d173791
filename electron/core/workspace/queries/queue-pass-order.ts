import type { QueuePass } from '../../../../shared/review/queue-pass.ts';
import type { Sql } from '../sql.ts';
import type { Detections } from './memory/column-store.ts';
import type { DetectionReviews } from './memory/detection-reviews.ts';
import type { Mask } from './memory/filter-mask.ts';
import { readPassColumn } from './passes/pass-counts.ts';
import { noPass, readPasses, type StoredPass } from './passes/read-passes.ts';

/** Detections by the image that they were found in. */
export type PassOrder = {
  /** Their positions: the latest image first, within one by id. */
  readonly order: Uint32Array;
  /** The images in that order. */
  readonly passes: readonly StoredPass[];
  /** Where in `order` the detections of each image start, then those without an image, and where all end. */
  readonly starts: Uint32Array;
};

/** Creates the order, cached until the detections change. */
export function createPassOrder(sql: Sql): (detections: Detections) => PassOrder {
  let known: { readonly version: number; readonly order: PassOrder } | undefined;
  return (detections) => {
    if (known?.version !== detections.rowsVersion) {
      known = { version: detections.rowsVersion, order: orderByPass(sql, detections) };
    }
    return known.order;
  };
}

/** How many detections of each image a mask contains, in the order of the images; images without any are left out. */
export function countQueuePasses(
  { order, passes, starts }: PassOrder,
  { bits }: Mask,
  { verdict }: DetectionReviews,
): readonly QueuePass[] {
  const counts: QueuePass[] = [];
  for (let rank = 0; rank <= passes.length; rank += 1) {
    let [count, judged] = [0, 0];
    const end = starts[rank + 1] as number;
    for (let at = starts[rank] as number; at < end; at += 1) {
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
function orderByPass(sql: Sql, detections: Detections): PassOrder {
  const table = readPasses(sql);
  const { passes, shared } = readPassColumn(sql, table, detections);
  for (const { at, passes: several } of shared) passes[at] = several[0] ?? noPass;
  const passIndexes = table.passes.map((_, index) => index);
  passIndexes.sort((one, other) => latestFirst(table.passes[one], table.passes[other]));
  const rankOfPass = new Uint32Array(passIndexes.length);
  passIndexes.forEach((passIndex, rank) => {
    rankOfPass[passIndex] = rank;
  });
  const ranks = Uint32Array.from(passes, (pass) => rankOfPass[pass] ?? passIndexes.length);
  return {
    ...orderByRank(ranks, passIndexes.length + 1),
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
function orderByRank(ranks: Uint32Array, count: number): Pick<PassOrder, 'order' | 'starts'> {
  const starts = new Uint32Array(count + 1);
  for (const rank of ranks) starts[rank + 1] = (starts[rank + 1] as number) + 1;
  for (let rank = 0; rank < count; rank += 1) {
    starts[rank + 1] = (starts[rank + 1] as number) + (starts[rank] as number);
  }
  const order = new Uint32Array(ranks.length);
  const next = starts.slice();
  ranks.forEach((rank, position) => {
    const at = next[rank] as number;
    next[rank] = at + 1;
    order[at] = position;
  });
  return { order, starts };
}
