import type { Polygon, Position } from 'geojson';
import type { BoundingBox } from '../../../../../shared/geo/geometry.ts';
import { mayMeet } from '../../../../../shared/geo/region.ts';
import { type Outline, overlapOf, toOutline } from '../../../../../shared/passes/footprint-overlap.ts';
import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import type { Sql } from '../../sql.ts';
import { selectRecordKeys } from '../record-pages.ts';
import type { PassGround } from './pass-ground.ts';
import type { HeldPass, PassTable } from './read-passes.ts';

/**
 * Places of the images that a filter of detections leaves, as far as it says something of images: their time and
 * sensor, the ground they cover, and analytic, region, fetch, search and upload of the records made from them. What it
 * says of single detections (confidence, verdicts, text, expression, ids) leaves images alone: they were taken all the
 * same, and counts beside them tell what is left.
 */
export function filterPasses(
  sql: Sql,
  table: PassTable,
  ground: PassGround,
  filter: DetectionFilter,
): Uint32Array {
  const { collectedFrom, collectedTo, sensors } = filter;
  const isRecordWanted = wantedRecords(sql, table, filter);
  const areas = areasOf(filter);
  const isLeft = (pass: HeldPass): boolean => {
    if (collectedFrom !== undefined && !((pass.startedAt ?? Number.NaN) >= collectedFrom)) return false;
    if (collectedTo !== undefined && !((pass.startedAt ?? Number.NaN) < collectedTo)) return false;
    if (sensors && (pass.sensorName === null || !sensors.includes(pass.sensorName))) return false;
    if (isRecordWanted && !pass.recordKeys.some((key) => isRecordWanted[key] === 1)) return false;
    return areas.length === 0 || areas.every((parts) => meetsAny(ground.outlineOf(pass), parts));
  };
  return Uint32Array.from(table.passes.flatMap((pass, place) => (isLeft(pass) ? [place] : [])));
}

/** The members of a filter that say which images are left; two filters alike in them leave the same. */
export function passMembers({
  collectedFrom,
  collectedTo,
  sensors,
  boundingBox,
  within,
  analytics,
  regions,
  recordId,
  fetchId,
  searchId,
  uploadedFrom,
  uploadedTo,
}: DetectionFilter): DetectionFilter {
  const members = {
    collectedFrom,
    collectedTo,
    sensors,
    boundingBox,
    within,
    analytics,
    regions,
    recordId,
    fetchId,
    searchId,
    uploadedFrom,
    uploadedTo,
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** 1 by the key of each record that is meant; null when all are. */
function wantedRecords(sql: Sql, { passOfRecord }: PassTable, filter: DetectionFilter): Uint8Array | null {
  const { analytics, regions, recordId, fetchId, searchId, uploadedFrom, uploadedTo } = filter;
  const members = { analytics, regions, fetchId, searchId, uploadedFrom, uploadedTo };
  const isRestricted = Object.values(members).some((member) => member !== undefined);
  if (!isRestricted && recordId === undefined) return null;
  const wanted = new Uint8Array(passOfRecord.length);
  for (const key of selectRecordKeys(sql, { ...members, having: 'any' })) wanted[key] = 1;
  if (recordId === undefined) return wanted;
  const [row] = sql.arrays('SELECT id FROM records WHERE record_id = ?', recordId);
  const only = Number(row?.[0] ?? -1);
  return wanted.map((isWanted, key) => (key === only ? isWanted : 0));
}

/** The areas that an image has to meet, each given by parts of which one suffices. */
function areasOf({ boundingBox, within }: DetectionFilter): readonly (readonly Outline[])[] {
  return [
    ...(boundingBox ? [boxesOf(boundingBox).flatMap((ring) => toOutline(polygonOf(ring)) ?? [])] : []),
    ...(within ? [within.flatMap((ring) => toOutline(polygonOf(closed(ring))) ?? [])] : []),
  ];
}

/** One ring, or two where the box crosses the antimeridian. */
function boxesOf([west, south, east, north]: BoundingBox): Position[][] {
  if (west > east) return [...boxesOf([west, south, 180, north]), ...boxesOf([-180, south, east, north])];
  return [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ];
}

function polygonOf(ring: Position[]): Polygon {
  return { type: 'Polygon', coordinates: [ring] };
}

function closed(ring: readonly (readonly [number, number])[]): Position[] {
  const positions = ring.map(([longitude, latitude]): Position => [longitude, latitude]);
  const [first] = positions;
  const last = positions.at(-1);
  const isClosed = first && last && first[0] === last[0] && first[1] === last[1];
  return isClosed || !first ? positions : [...positions, first];
}

function meetsAny(outline: Outline | null, parts: readonly Outline[]): boolean {
  if (!outline) return false;
  return parts.some((part) => mayMeet(outline.region, part.region) && overlapOf(outline, part).ofFirst > 0);
}
