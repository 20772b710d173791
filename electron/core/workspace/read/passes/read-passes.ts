import type { SQLOutputValue } from 'node:sqlite';
import type { PassFootprintState, PassImage } from '../../../../../shared/passes/pass.ts';
import { type FieldList, hasFeatures, joinFieldLists } from '../../../../../shared/results/field-list.ts';
import type { Steps } from '../../../base/steps.ts';
import { asText } from '../../file/cells.ts';
import type { Sql } from '../../file/sql.ts';
import { storedEpoch } from '../../ingest/parse-instant.ts';
import { forEachRow } from '../memory/rows-in-steps.ts';

/** An image in the workspace, combined from the items of `sensorData` that name it. */
export type StoredPass = PassImage & {
  readonly key: string;
  readonly startTimeUtc: string | null;
  /** Key of its footprint in the layer; null without one. */
  readonly footprintFid: number | null;
  readonly footprint: PassFootprintState;
  readonly fields: FieldList;
  /** Whether the detections of all of its records were requested. */
  readonly hasAllFeatures: boolean;
  /** Keys of its rows in `sensors`, and of its records in `records`, each once, ascending. */
  readonly sensorIds: readonly number[];
  readonly recordKeys: readonly number[];
  readonly disagreements: readonly string[];
};

/** All images, and which a record was made from. */
export type PassTable = {
  readonly passes: readonly StoredPass[];
  readonly byKey: ReadonlyMap<string, number>;
  /** By key of the record: the index of its only image; −1 where it has none, −2 where it has several. */
  readonly passOfRecord: Int32Array;
  /** The indexes of the images of records that have several, in the record's order. */
  readonly passesOfRecord: ReadonlyMap<number, readonly number[]>;
  /** By key of a row of `sensors`: the index of the image that it names; −1 for rows that have come since. */
  readonly passOfSensor: Int32Array;
};

/** No image; several images. */
export const noPass = -1;
export const multiplePasses = -2;

/** Values that are the same for one image in every record, by column and by name in the record. */
const sharedMembers = [
  ['sensorType', 3, 'sensorType'],
  ['sensorMode', 4, 'sensorMode'],
  ['productType', 5, 'productType'],
  ['incidenceAngle', 9, 'incidenceAngle'],
  ['azimuthAngle', 10, 'azimuthAngle'],
  ['polarization', 11, 'polarization'],
] as const;

type PassBuilder = {
  -readonly [Name in keyof StoredPass]: StoredPass[Name] extends readonly (infer Item)[]
    ? Item[]
    : StoredPass[Name];
};

/** Reads all images of the workspace in one pass over `sensors`. */
export function* readPasses(sql: Sql): Steps<PassTable> {
  const passes: PassBuilder[] = [];
  const byKey = new Map<string, number>();
  const passesOfRecord = new Map<number, number[]>();
  const [highest, highestSensor] = [highestKey(sql, 'records'), highestKey(sql, 'sensors')];
  const passOfRecord = new Int32Array(highest + 1).fill(noPass);
  const passOfSensor = new Int32Array(highestSensor + 1).fill(noPass);
  const texts = new Map<string, string>();
  const replacedBefore = new Set<number>();
  const add = (row: readonly SQLOutputValue[]) => {
    const recordKey = Number(row[1]);
    // A record that has come since the first step is not of this state.
    if (recordKey > highest) return;
    if (Number(row[0]) > highestSensor) {
      // A page has replaced the record since: it is read again only where it was not read before.
      if (passOfRecord[recordKey] !== noPass && !replacedBefore.has(recordKey)) return;
      replacedBefore.add(recordKey);
    }
    const startedAt = startOf(row);
    const key = keyOf(row, startedAt);
    let passIndex = byKey.get(key);
    const pass = passIndex === undefined ? undefined : passes[passIndex];
    if (pass) addSensorRow(pass, row);
    else {
      passIndex = passes.push(createPass(texts, key, row, startedAt)) - 1;
      byKey.set(key, passIndex);
    }
    passOfSensor[Number(row[0])] = passIndex ?? noPass;
    linkRecord(passOfRecord, passesOfRecord, recordKey, passIndex ?? noPass);
  };
  yield* forEachRow(sql, selectSensors, add);
  return { passes, byKey, passOfRecord, passesOfRecord, passOfSensor };
}

/**
 * The indexes of the images that rows of `sensors` name, which were written since the table was read: by key of the row.
 * Those of other images are left out.
 */
export function findPassesOfSensors(
  sql: Sql,
  { byKey }: PassTable,
  sensorIds: readonly number[],
): ReadonlyMap<number, number> {
  const rows = sql.arrays(
    `${sensorColumns} WHERE sensors.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(sensorIds),
  );
  return new Map(
    rows.flatMap((row) => {
      const passIndex = byKey.get(keyOf(row, startOf(row)));
      return passIndex === undefined ? [] : [[Number(row[0]), passIndex]];
    }),
  );
}

const sensorColumns = `
  SELECT sensors.id, records.id, sensor_name, sensor_type, sensor_mode, sensors.product_type, vendor_id, brand_id,
    start_time_utc, incidence_angle, azimuth_angle, polarization, footprint_fid, footprint_problem, position,
    sensors.record_id, records.fields
  FROM sensors JOIN records USING (record_id)`;
const selectSensors = `${sensorColumns} WHERE sensors.id > ? ORDER BY sensors.id LIMIT ?`;

function highestKey(sql: Sql, table: 'records' | 'sensors'): number {
  return Number(sql.arrays(`SELECT max(id) FROM ${table}`)[0]?.[0] ?? 0);
}

/**
 * An image is identified by sensor, start time and vendor id. One that gives neither vendor id nor both of the others is identified
 * by the service's id of it, and one without that is separate: nothing indicates that two of them are the same.
 */
function keyOf(row: readonly SQLOutputValue[], startedAt: number | null): string {
  const [, , sensorName, , , , vendorId, brandId] = row;
  if (vendorId !== null || (sensorName !== null && startedAt !== null)) {
    return JSON.stringify([sensorName, startedAt, vendorId]);
  }
  if (brandId !== null) return JSON.stringify(['id', sensorName, startedAt, brandId]);
  return JSON.stringify(['record', row[15], row[14]]);
}

function startOf(row: readonly SQLOutputValue[]): number | null {
  const epochMs = storedEpoch(row[8]);
  return Number.isNaN(epochMs) ? null : epochMs;
}

/** Texts that many images have in common are in memory once, those of `texts`. */
function createPass(
  texts: Map<string, string>,
  key: string,
  row: readonly SQLOutputValue[],
  startedAt: number | null,
): PassBuilder {
  const sharedText = (cell: SQLOutputValue | undefined): string | null => {
    const text = asText(cell);
    if (text === null) return null;
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  return {
    key,
    sensorName: sharedText(row[2]),
    sensorType: sharedText(row[3]),
    sensorMode: sharedText(row[4]),
    productType: sharedText(row[5]),
    vendorId: asText(row[6]),
    startTimeUtc: asText(row[8]),
    startedAt,
    incidenceAngle: numberOrNull(row[9]),
    azimuthAngle: numberOrNull(row[10]),
    polarization: sharedText(row[11]),
    footprintFid: numberOrNull(row[12]),
    footprint: footprintState(row),
    fields: sharedText(row[16]) ?? 'all',
    hasAllFeatures: hasFeatures(String(row[16])),
    sensorIds: [Number(row[0])],
    recordKeys: [Number(row[1])],
    disagreements: [],
  };
}

/** Adds values that earlier records lacked, and lists the members that differ. */
function addSensorRow(pass: PassBuilder, row: readonly SQLOutputValue[]): void {
  pass.sensorIds.push(Number(row[0]));
  const recordKey = Number(row[1]);
  if (pass.recordKeys.at(-1) !== recordKey) pass.recordKeys.push(recordKey);
  const fields = String(row[16]);
  pass.hasAllFeatures &&= hasFeatures(fields);
  if (pass.fields !== fields && pass.fields !== 'all') pass.fields = joinFieldLists(pass.fields, fields);
  for (const [name, column, memberName] of sharedMembers) {
    const value = row[column] ?? null;
    if (value === null || value === pass[name]) continue;
    if (pass[name] === null) Object.assign(pass, { [name]: value });
    else if (!pass.disagreements.includes(memberName)) pass.disagreements.push(memberName);
  }
  const fid = numberOrNull(row[12]);
  if (fid !== null && pass.footprintFid === null) {
    pass.footprintFid = fid;
    pass.footprint = footprintState(row);
  } else if (pass.footprint.state === 'none' || (fid !== null && typeof row[13] === 'string'))
    pass.footprint = footprintState(row);
}

function footprintState(row: readonly SQLOutputValue[]): PassFootprintState {
  const problem = row[13];
  if (typeof row[12] === 'number')
    return typeof problem === 'string' ? { state: 'ready', remark: problem } : { state: 'ready' };
  return typeof problem === 'string' ? { state: 'malformed', reason: problem } : { state: 'none' };
}

function linkRecord(
  passOfRecord: Int32Array,
  passesOfRecord: Map<number, number[]>,
  recordKey: number,
  passIndex: number,
): void {
  const known = passOfRecord[recordKey] as number;
  if (known === noPass || known === passIndex) passOfRecord[recordKey] = passIndex;
  else if (known !== multiplePasses) {
    passOfRecord[recordKey] = multiplePasses;
    passesOfRecord.set(recordKey, [known, passIndex]);
  } else {
    const passIndexes = passesOfRecord.get(recordKey);
    if (passIndexes && !passIndexes.includes(passIndex)) passIndexes.push(passIndex);
  }
}

function numberOrNull(value: SQLOutputValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
