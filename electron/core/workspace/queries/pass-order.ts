import type { Sql } from '../sql.ts';
import type { Detections } from './memory/column-store.ts';
import { readPassColumn } from './passes/pass-counts.ts';
import { type HeldPass, noPass, readPasses } from './passes/read-passes.ts';

/** Detections by the image that they were found in: the latest image first, within one by id. */
export type PassOrder = (detections: Detections) => Uint32Array;

/** Kept until the detections change. */
export function createPassOrder(sql: Sql): PassOrder {
  let known: { readonly version: number; readonly order: Uint32Array } | undefined;
  return (detections) => {
    if (known?.version !== detections.rowsVersion) {
      known = { version: detections.rowsVersion, order: orderByPass(sql, detections) };
    }
    return known.order;
  };
}

/** A detection of several images counts as of the first that its record names; one without an image comes last. */
function orderByPass(sql: Sql, detections: Detections): Uint32Array {
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
  return orderByRank(ranks, places.length + 1);
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

/** Places by rising rank, equal ones as they stand. */
function orderByRank(ranks: Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (const rank of ranks) starts[rank + 1] = (starts[rank + 1] as number) + 1;
  for (let rank = 0; rank < count; rank += 1) {
    starts[rank + 1] = (starts[rank + 1] as number) + (starts[rank] as number);
  }
  const order = new Uint32Array(ranks.length);
  ranks.forEach((rank, place) => {
    const at = starts[rank] as number;
    starts[rank] = at + 1;
    order[at] = place;
  });
  return order;
}
