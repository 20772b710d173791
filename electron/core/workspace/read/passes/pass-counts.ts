import { ports } from '../../../../../shared/places/ports.ts';
import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import { inRanges, type Steps } from '../../../base/steps.ts';
import { detectionTables } from '../../file/detection-tables.ts';
import type { Sql } from '../../file/sql.ts';
import type { StoredDetections } from '../memory/column-store.ts';
import type { DetectionMemory } from '../memory/detection-memory.ts';
import { findPosition } from '../memory/find-position.ts';
import {
  findPassesOfSensors,
  multiplePasses,
  noPass,
  type PassTable,
  type StoredPass,
} from './read-passes.ts';

/**
 * The image of each detection, in the order of the detections: the index of the image, −1 for none. A detection
 * of a record with multiple images belongs to the one it is traced to; untraced, it belongs to all of them.
 */
export type PassOfDetections = {
  readonly passes: Int32Array;
  /** Positions of the detections of records with multiple images, ascending. */
  readonly ofMultiple: readonly number[];
  /** Detections that are traced to no image, and so belong to all. */
  readonly shared: readonly { readonly at: number; readonly passes: readonly number[] }[];
};

/** Records with several images whose detections are read in one step, some ten milliseconds. */
const recordsInStep = 256;

/** The column for a state of the detections. */
export function* readPassColumn(
  sql: Sql,
  table: PassTable,
  { columns }: StoredDetections,
): Steps<PassOfDetections> {
  const { passOfRecord, passesOfRecord } = table;
  const passes = new Int32Array(columns.count);
  const multiple: number[] = [];
  yield* inRanges(columns.count, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const pass = passOfRecord[columns.record[at] as number] ?? noPass;
      passes[at] = pass;
      if (pass === multiplePasses) multiple.push(at);
    }
  });
  if (multiple.length === 0) return { passes, ofMultiple: multiple, shared: [] };
  const recordKeys = [...passesOfRecord.keys()];
  for (let from = 0; from < recordKeys.length; from += recordsInStep) {
    yield;
    const rows = selectTracedRows(sql, recordKeys.slice(from, from + recordsInStep));
    const passOf = (sensorId: number) => table.passOfSensor[sensorId] ?? noPass;
    const unknown = rows.map(([, sensorId]) => Number(sensorId)).filter((id) => passOf(id) === noPass);
    // Of records that a page has replaced since the table was read.
    const replaced = unknown.length > 0 ? findPassesOfSensors(sql, table, unknown) : undefined;
    for (const [id, sensorId] of rows) {
      const at = findPosition(columns.id, Number(id));
      const pass = replaced?.get(Number(sensorId)) ?? passOf(Number(sensorId));
      // One that is traced to an image which the table does not have belongs to all of its record.
      if (at >= 0 && pass !== noPass) passes[at] = pass;
    }
  }
  yield;
  const shared = multiple
    .filter((at) => passes[at] === multiplePasses)
    .map((at) => ({ at, passes: passesOfRecord.get(columns.record[at] as number) ?? [] }));
  for (const { at } of shared) passes[at] = noPass;
  return { passes, ofMultiple: multiple, shared };
}

function selectTracedRows(sql: Sql, recordKeys: readonly number[]) {
  const keys = JSON.stringify(recordKeys);
  return detectionTables.flatMap((table) =>
    sql.arrays(
      `SELECT fid, sensor_id FROM ${table}
       WHERE record_key IN (SELECT value FROM json_each(?)) AND sensor_id NOT NULL`,
      keys,
    ),
  );
}

/** Counts of the detections that match a filter, by pass index. */
export type PassCounts = {
  readonly detections: Uint32Array;
  /** The number of `detections` with a verdict. */
  readonly reviewed: Uint32Array;
  /** Detections that a record of the image traces to another of its images. */
  readonly elsewhere: Uint32Array;
  /** The detections that count in several images. */
  readonly shared: readonly { readonly passes: readonly number[]; readonly isReviewed: boolean }[];
};

/** Counts detections by image. One that is of multiple images counts in each. */
export function* countByPass(
  memory: DetectionMemory,
  detections: StoredDetections,
  table: PassTable,
  { passes, ofMultiple, shared }: PassOfDetections,
  filter: DetectionFilter,
): Steps<PassCounts> {
  const { bits } = memory.mask(detections, filter);
  const { verdict } = memory.reviewsOf(detections);
  const counts = {
    detections: new Uint32Array(table.passes.length),
    reviewed: new Uint32Array(table.passes.length),
    elsewhere: new Uint32Array(table.passes.length),
    shared: shared
      .filter(({ at }) => bits[at] === 1)
      .map(({ at, passes: ofAll }) => ({ passes: ofAll, isReviewed: verdict[at] !== 0 })),
  };
  const count = (at: number, pass: number) => {
    counts.detections[pass] = (counts.detections[pass] as number) + 1;
    if (verdict[at] !== 0) counts.reviewed[pass] = (counts.reviewed[pass] as number) + 1;
  };
  yield* inRanges(bits.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      if (bits[at] === 1 && (passes[at] as number) >= 0) count(at, passes[at] as number);
    }
  });
  for (const { at, passes: ofAll } of shared) {
    if (bits[at] === 1) for (const pass of ofAll) count(at, pass);
  }
  const { elsewhere } = counts;
  for (const at of ofMultiple) {
    const traced = passes[at] as number;
    if (bits[at] !== 1 || traced < 0) continue;
    for (const pass of table.passesOfRecord.get(detections.columns.record[at] as number) ?? []) {
      if (pass !== traced) elsewhere[pass] = (elsewhere[pass] as number) + 1;
    }
  }
  return counts;
}

/** Counts of the detections of groups of images, each detection once in a group. */
export function countByGroup(
  counts: PassCounts,
  groups: readonly { readonly passIndexes: readonly number[] }[],
): readonly { readonly detections: number; readonly reviewed: number }[] {
  const groupOfPass = new Map(
    groups.flatMap(({ passIndexes }, group) => passIndexes.map((pass) => [pass, group] as const)),
  );
  const totals = groups.map(({ passIndexes }) => {
    const sum = (column: Uint32Array) =>
      passIndexes.reduce((total, pass) => total + (column[pass] as number), 0);
    return { detections: sum(counts.detections), reviewed: sum(counts.reviewed) };
  });
  for (const { passes, isReviewed } of counts.shared) {
    const counted = new Set<number>();
    for (const pass of passes) {
      const group = groupOfPass.get(pass);
      const total = totals[group ?? -1];
      if (group === undefined || !total) continue;
      if (counted.has(group)) {
        total.detections -= 1;
        if (isReviewed) total.reviewed -= 1;
      }
      counted.add(group);
    }
  }
  return totals;
}

/** The ids of the detections of one image, ascending, whatever the filter. */
export function idsOfPass(
  { columns }: StoredDetections,
  { passes, shared }: PassOfDetections,
  pass: number,
): readonly number[] {
  const ids: number[] = [];
  for (let at = 0; at < passes.length; at += 1) {
    if (passes[at] === pass) ids.push(columns.id[at] as number);
  }
  for (const item of shared) {
    if (item.passes.includes(pass)) ids.push(columns.id[item.at] as number);
  }
  return ids.sort((one, other) => one - other);
}

/** The positions of the detections of some images in the columns, ascending, by the image's index. */
export function positionsOfPasses(
  { passes, shared }: PassOfDetections,
  requested: readonly number[],
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>(requested.map((pass) => [pass, []]));
  for (let at = 0; at < passes.length; at += 1) found.get(passes[at] as number)?.push(at);
  for (const item of shared) for (const pass of item.passes) found.get(pass)?.push(item.at);
  for (const positions of found.values()) positions.sort((one, other) => one - other);
  return found;
}

/** Numbers of detections of each analytic in some images under a filter, the most frequent first; by pass index. */
export function* analyticsOfPasses(
  memory: DetectionMemory,
  detections: StoredDetections,
  { passes, shared }: PassOfDetections,
  filter: DetectionFilter,
  requested: readonly number[],
): Steps<ReadonlyMap<number, readonly { readonly analytic: string; readonly count: number }[]>> {
  const { bits } = memory.mask(detections, filter);
  const { analytic } = detections.columns;
  const names = memory.store.names.texts();
  const tallies = new Map(requested.map((pass) => [pass, new Map<number, number>()]));
  const highest = requested.reduce((most, pass) => Math.max(most, pass), -1);
  const isRequested = new Uint8Array(highest + 1);
  for (const pass of requested) isRequested[pass] = 1;
  const count = (at: number, pass: number) => {
    const tally = tallies.get(pass);
    const code = analytic[at] as number;
    tally?.set(code, (tally.get(code) ?? 0) + 1);
  };
  yield* inRanges(bits.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const pass = passes[at] as number;
      if (bits[at] === 1 && pass >= 0 && isRequested[pass] === 1) count(at, pass);
    }
  });
  for (const item of shared) {
    if (bits[item.at] === 1)
      for (const pass of item.passes) if (isRequested[pass] === 1) count(item.at, pass);
  }
  return new Map(
    [...tallies].map(([pass, tally]) => [
      pass,
      [...tally]
        .map(([code, total]) => ({ analytic: names[code] ?? '', count: total }))
        .sort((one, other) => other.count - one.count || one.analytic.localeCompare(other.analytic)),
    ]),
  );
}

/**
 * The name of the port that most detections of an image are near, of equal counts the busiest one; images without a
 * detection near a port are left out.
 */
export function* portsOfDetections(
  memory: DetectionMemory,
  detections: StoredDetections,
  { table, column: { passes, shared } }: { readonly table: PassTable; readonly column: PassOfDetections },
): Steps<ReadonlyMap<StoredPass, string>> {
  yield* memory.fieldColumnInSteps(detections, 'place');
  const places = memory.fieldColumn(detections, 'place');
  if (places.kind !== 'coded') return new Map();
  const { codes } = places;
  const tallies = new Map<number, Map<number, number>>();
  const count = (at: number, pass: number) => {
    const code = codes[at] as number;
    if (code === 0 || pass < 0) return;
    const tally = tallies.get(pass) ?? new Map<number, number>();
    tallies.set(pass, tally.set(code, (tally.get(code) ?? 0) + 1));
  };
  yield* inRanges(passes.length, (from, to) => {
    for (let at = from; at < to; at += 1) count(at, passes[at] as number);
  });
  for (const item of shared) for (const pass of item.passes) count(item.at, pass);
  yield;
  const rankOf = (code: number) => ports[code - 1]?.[3] ?? 0;
  return new Map(
    [...tallies].map(([pass, tally]) => {
      const [[code] = [0]] = [...tally].toSorted(
        ([one, ofOne], [other, ofOther]) => ofOther - ofOne || rankOf(one) - rankOf(other) || one - other,
      );
      return [table.passes[pass] as StoredPass, String(places.values[code])];
    }),
  );
}
