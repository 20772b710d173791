import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import type { Sql } from '../../sql.ts';
import type { Detections } from '../memory/column-store.ts';
import type { Memory } from '../memory/memory.ts';
import { placeOfId } from '../memory/place-of-id.ts';
import { noPass, type PassTable, severalPasses } from './read-passes.ts';

/**
 * In which image each detection lies, in the order of the detections: the place of the image, −1 for none. A detection
 * of a record with several images lies in the one it is traced to; untraced, it is of all of them.
 */
export type PassColumn = {
  readonly passes: Int32Array;
  /** Where the detections of records with several images are, ascending. */
  readonly ofSeveral: readonly number[];
  /** Those of them that are traced to none, and so are of all. */
  readonly shared: readonly { readonly at: number; readonly passes: readonly number[] }[];
};

/** The column for a state of the detections. */
export function readPassColumn(sql: Sql, table: PassTable, { columns }: Detections): PassColumn {
  const { passOfRecord, passesOfRecord } = table;
  const passes = new Int32Array(columns.count);
  const several: number[] = [];
  for (let at = 0; at < columns.count; at += 1) {
    const pass = passOfRecord[columns.record[at] as number] ?? noPass;
    passes[at] = pass;
    if (pass === severalPasses) several.push(at);
  }
  if (several.length === 0) return { passes, ofSeveral: several, shared: [] };
  for (const [id, sensorId] of tracedRows(sql, [...passesOfRecord.keys()])) {
    const at = placeOfId(columns.id, Number(id));
    if (at >= 0) passes[at] = table.passOfSensor.get(Number(sensorId)) ?? noPass;
  }
  const shared = several
    .filter((at) => passes[at] === severalPasses)
    .map((at) => ({ at, passes: passesOfRecord.get(columns.record[at] as number) ?? [] }));
  for (const { at } of shared) passes[at] = noPass;
  return { passes, ofSeveral: several, shared };
}

function tracedRows(sql: Sql, recordKeys: readonly number[]) {
  const keys = JSON.stringify(recordKeys);
  return ['detections', 'detection_areas'].flatMap((table) =>
    sql.arrays(
      `SELECT fid, sensor_id FROM ${table}
       WHERE record_key IN (SELECT value FROM json_each(?)) AND sensor_id NOT NULL`,
      keys,
    ),
  );
}

/** By place of the image, of the detections that a filter leaves. */
export type PassCounts = {
  readonly detections: Uint32Array;
  /** Those of `detections` that have a verdict. */
  readonly reviewed: Uint32Array;
  /** Those that a record of the image traces to another of its images. */
  readonly elsewhere: Uint32Array;
};

/** Counts detections by image. One that is of several images counts in each. */
export function countByPass(
  memory: Memory,
  detections: Detections,
  table: PassTable,
  { passes, ofSeveral, shared }: PassColumn,
  filter: DetectionFilter,
): PassCounts {
  const { bits } = memory.mask(detections, filter);
  const { verdict } = memory.reviewsOf(detections);
  const counts = {
    detections: new Uint32Array(table.passes.length),
    reviewed: new Uint32Array(table.passes.length),
    elsewhere: new Uint32Array(table.passes.length),
  };
  const count = (at: number, pass: number) => {
    counts.detections[pass] = (counts.detections[pass] as number) + 1;
    if (verdict[at] !== 0) counts.reviewed[pass] = (counts.reviewed[pass] as number) + 1;
  };
  for (let at = 0; at < bits.length; at += 1) {
    if (bits[at] === 1 && (passes[at] as number) >= 0) count(at, passes[at] as number);
  }
  for (const { at, passes: ofAll } of shared) {
    if (bits[at] === 1) for (const pass of ofAll) count(at, pass);
  }
  const { elsewhere } = counts;
  for (const at of ofSeveral) {
    const traced = passes[at] as number;
    if (bits[at] !== 1 || traced < 0) continue;
    for (const pass of table.passesOfRecord.get(detections.columns.record[at] as number) ?? []) {
      if (pass !== traced) elsewhere[pass] = (elsewhere[pass] as number) + 1;
    }
  }
  return counts;
}

/** The ids of the detections of one image, ascending, whatever the filter. */
export function idsOfPass(
  { columns }: Detections,
  { passes, shared }: PassColumn,
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

/** How many detections of each analytic some images have under a filter, the most frequent first; by place. */
export function analyticsOfPasses(
  memory: Memory,
  detections: Detections,
  { passes, shared }: PassColumn,
  filter: DetectionFilter,
  wanted: readonly number[],
): ReadonlyMap<number, readonly { readonly analytic: string; readonly count: number }[]> {
  const { bits } = memory.mask(detections, filter);
  const { analytic } = detections.columns;
  const names = memory.store.names.texts();
  const tallies = new Map(wanted.map((pass) => [pass, new Map<number, number>()]));
  const highest = wanted.reduce((most, pass) => Math.max(most, pass), -1);
  const isWanted = new Uint8Array(highest + 1);
  for (const pass of wanted) isWanted[pass] = 1;
  const count = (at: number, pass: number) => {
    const tally = tallies.get(pass);
    const code = analytic[at] as number;
    tally?.set(code, (tally.get(code) ?? 0) + 1);
  };
  for (let at = 0; at < bits.length; at += 1) {
    const pass = passes[at] as number;
    if (bits[at] === 1 && pass >= 0 && isWanted[pass] === 1) count(at, pass);
  }
  for (const item of shared) {
    if (bits[item.at] === 1) for (const pass of item.passes) if (isWanted[pass] === 1) count(item.at, pass);
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
