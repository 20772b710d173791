import type { QueuePass } from '../../../../shared/review/queue-pass.ts';
import type { Sql } from '../sql.ts';
import type { Detections } from './memory/column-store.ts';
import type { Mask } from './memory/filter-mask.ts';
import type { Reviews } from './memory/reviews.ts';
import { readPassColumn } from './passes/pass-counts.ts';
import { type HeldPass, noPass, readPasses } from './passes/read-passes.ts';

/** Detections by the image that they were found in. */
export type PassOrder = {
  /** Their places: the latest image first, within one by id. */
  readonly order: Uint32Array;
  /** The images in that order. */
  readonly passes: readonly HeldPass[];
  /** Where in `order` the detections of each image begin, then those without an image, and where all end. */
  readonly starts: Uint32Array;
};

/** Kept until the detections change. */
export function createPassOrder(sql: Sql): (detections: Detections) => PassOrder {
  let known: { readonly version: number; readonly order: PassOrder } | undefined;
  return (detections) => {
    if (known?.version !== detections.rowsVersion) {
      known = { version: detections.rowsVersion, order: orderByPass(sql, detections) };
    }
    return known.order;
  };
}

/** How many detections a mask leaves of each image, in their order; images of which it leaves none are left out. */
export function countByPass(
  { order, passes, starts }: PassOrder,
  { bits }: Mask,
  { verdict }: Reviews,
): readonly QueuePass[] {
  const counts: QueuePass[] = [];
  for (let rank = 0; rank <= passes.length; rank += 1) {
    let [count, judged] = [0, 0];
    const end = starts[rank + 1] as number;
    for (let at = starts[rank] as number; at < end; at += 1) {
      const place = order[at] as number;
      if (bits[place] === 0) continue;
      count += 1;
      if (verdict[place] !== 0) judged += 1;
    }
    if (count === 0) continue;
    const { sensorName = null, vendorId = null, startedAt = null, key = null } = passes[rank] ?? {};
    counts.push({ key, sensorName, vendorId, startedAt, count, judged });
  }
  return counts;
}

/** A detection of several images counts as of the first that its record names; one without an image comes last. */
function orderByPass(sql: Sql, detections: Detections): PassOrder {
  const table = readPasses(sql);
  const { passes, shared } = readPassColumn(sql, table, detections);
  for (const { at, passes: several } of shared) passes[at] = several[0] ?? noPass;
  const places = table.passes.map((_, place) => place);
  places.sort((one, other) => latestFirst(table.passes[one], table.passes[other]));
  const rankOfPass = new Uint32Array(places.length);
  places.forEach((place, rank) => {
    rankOfPass[place] = rank;
  });
  const ranks = Uint32Array.from(passes, (pass) => rankOfPass[pass] ?? places.length);
  return {
    ...orderByRank(ranks, places.length + 1),
    passes: places.flatMap((place) => table.passes[place] ?? []),
  };
}

/** Epoch milliseconds of no image: one without a time comes last. */
const beforeAll = Number.MIN_SAFE_INTEGER;

function latestFirst(one: HeldPass | undefined, other: HeldPass | undefined): number {
  return (
    (other?.startedAt ?? beforeAll) - (one?.startedAt ?? beforeAll) ||
    compare(one?.sensorName ?? '', other?.sensorName ?? '') ||
    compare(one?.vendorId ?? '', other?.vendorId ?? '')
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Places by rising rank, equal ones as they stand, and where each rank begins. */
function orderByRank(ranks: Uint32Array, count: number): Pick<PassOrder, 'order' | 'starts'> {
  const starts = new Uint32Array(count + 1);
  for (const rank of ranks) starts[rank + 1] = (starts[rank + 1] as number) + 1;
  for (let rank = 0; rank < count; rank += 1) {
    starts[rank + 1] = (starts[rank + 1] as number) + (starts[rank] as number);
  }
  const order = new Uint32Array(ranks.length);
  const next = starts.slice();
  ranks.forEach((rank, place) => {
    const at = next[rank] as number;
    next[rank] = at + 1;
    order[at] = place;
  });
  return { order, starts };
}
