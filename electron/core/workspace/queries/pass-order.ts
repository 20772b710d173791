import { readInstant } from '../ingest/instant.ts';
import type { Sql } from '../sql.ts';
import type { Detections } from './memory/column-store.ts';
import type { Memory } from './memory/memory.ts';

/** Detections by the image that they were found in: the latest image first, within one by id. */
export type PassOrder = (detections: Detections) => Uint32Array;

/** Kept until the detections change. */
export function createPassOrder(sql: Sql, { store }: Memory): PassOrder {
  let known: { readonly version: number; readonly order: Uint32Array } | undefined;
  return (detections) => {
    if (known?.version !== detections.rowsVersion) {
      const names = store.names.texts();
      known = {
        version: detections.rowsVersion,
        order: orderByRank(...rankDetections(sql, detections, names)),
      };
    }
    return known.order;
  };
}

/** An image is told by sensor, start time and vendor id, in whatever records it is named. */
type Image = {
  readonly sensor: string | null;
  readonly startedAt: number | null;
  readonly vendorId: string | null;
  rank: number;
};

/** The rank of each detection's image, and the number of ranks; the last is that of those without a known image. */
function rankDetections(
  sql: Sql,
  { columns: { count, record, sensor, collected } }: Detections,
  names: readonly (string | null)[],
): [Uint32Array, number] {
  const { images, ofRecord } = readImages(sql);
  images.sort(latestFirst).forEach((image, rank) => {
    image.rank = rank;
  });
  const ranks = new Uint32Array(count);
  for (let place = 0; place < count; place += 1) {
    const known = ofRecord.get(record[place] as number) ?? [];
    // A record with several images: the feature's own sensor and time tell which.
    const image =
      known.length === 1
        ? known[0]
        : known.find(
            (each) => each.startedAt === collected[place] && each.sensor === names[sensor[place] as number],
          );
    ranks[place] = image?.rank ?? images.length;
  }
  return [ranks, images.length + 1];
}

function readImages(sql: Sql) {
  const byKey = new Map<string, Image>();
  const ofRecord = new Map<number, Image[]>();
  const rows = sql.arrays(
    `SELECT records.id, sensor_name, start_time_utc, vendor_id FROM sensors JOIN records USING (record_id)
     ORDER BY sensors.id`,
  );
  for (const [recordKey, sensorName, startText, vendor] of rows) {
    const sensor = typeof sensorName === 'string' ? sensorName : null;
    const startedAt = readInstant(startText)?.epochMs ?? null;
    const vendorId = typeof vendor === 'string' ? vendor : null;
    const key = JSON.stringify([sensor, startedAt, vendorId]);
    const image = byKey.get(key) ?? { sensor, startedAt, vendorId, rank: 0 };
    byKey.set(key, image);
    const known = ofRecord.get(Number(recordKey));
    if (!known) ofRecord.set(Number(recordKey), [image]);
    else if (!known.includes(image)) known.push(image);
  }
  return { images: [...byKey.values()], ofRecord };
}

/** Epoch milliseconds of no image: one without a time comes last. */
const beforeAll = Number.MIN_SAFE_INTEGER;

function latestFirst(one: Image, other: Image): number {
  return (
    (other.startedAt ?? beforeAll) - (one.startedAt ?? beforeAll) ||
    compare(one.sensor ?? '', other.sensor ?? '') ||
    compare(one.vendorId ?? '', other.vendorId ?? '')
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
