import type { Polygon, Position } from 'geojson';
import { circlePolygon } from '../../../../../shared/geo/geodesic.ts';
import type { BoundingBox } from '../../../../../shared/geo/geometry.ts';
import { toRegion } from '../../../../../shared/geo/region.ts';
import { type MeasuredArea, toMeasuredArea } from '../../../../../shared/imaging/imaged-area.ts';
import { placeDistanceMetres } from '../../../../../shared/places/nearest-port.ts';
import { type Port, ports } from '../../../../../shared/places/ports.ts';
import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import type { Steps } from '../../../base/steps.ts';
import type { Sql } from '../../file/sql.ts';
import { markMatchingRecords } from '../record-pages.ts';
import type { FootprintOutlines } from './footprint-outlines.ts';
import type { PassTable, StoredPass } from './read-passes.ts';

/**
 * Indexes of the images that match the members of a detection filter that apply to images: their time and sensor, the
 * outlines and places they show, and analytic, region, fetch, search and upload of the records made from them. Members that apply
 * to single detections (confidence, verdicts, text, ids, what `liftFilter` leaves of the expression) are not evaluated
 * here: an image matches them when a detection in it does.
 */
export function* filterPasses(
  sql: Sql,
  table: PassTable,
  outlines: FootprintOutlines,
  filter: DetectionFilter,
): Steps<Uint32Array> {
  const { passes } = table;
  const { collectedFrom, collectedTo, sensors } = filter;
  const isMatchingRecord = yield* markMatching(sql, filter);
  const isMatch = (pass: StoredPass): boolean => {
    if (collectedFrom !== undefined && !((pass.startedAt ?? Number.NaN) >= collectedFrom)) return false;
    if (collectedTo !== undefined && !((pass.startedAt ?? Number.NaN) < collectedTo)) return false;
    if (sensors && (pass.sensorName === null || !sensors.includes(pass.sensorName))) return false;
    return !isMatchingRecord || pass.recordKeys.some((key) => isMatchingRecord[key] === 1);
  };
  let matching = Uint32Array.from(passes.keys()).filter((index) => isMatch(passes[index] as StoredPass));
  yield;
  for (const alternatives of filterAreas(filter)) {
    const imaging = new Set<StoredPass>();
    const left = Array.from(matching, (index) => passes[index] as StoredPass);
    for (const area of alternatives) {
      for (const pass of yield* outlines.selectImaging(area, left)) imaging.add(pass);
    }
    matching = matching.filter((index) => imaging.has(passes[index] as StoredPass));
  }
  return matching;
}

const passMembers = [
  'collectedFrom',
  'collectedTo',
  'sensors',
  'boundingBox',
  'within',
  'analytics',
  'regions',
  'recordId',
  'fetchId',
  'searchId',
  'uploadedFrom',
  'uploadedTo',
] as const satisfies readonly (keyof DetectionFilter)[];

/** The members of a filter that apply to images; filters with equal members leave the same images. */
export function passFilterMembers(filter: DetectionFilter): DetectionFilter {
  return Object.fromEntries(
    passMembers.flatMap((member) => (filter[member] === undefined ? [] : [[member, filter[member]]])),
  );
}

/** 1 by the key of each record that is meant; null when all are. */
function* markMatching(sql: Sql, filter: DetectionFilter): Steps<Uint8Array | null> {
  const { analytics, regions, recordId, fetchId, searchId, uploadedFrom, uploadedTo } = filter;
  const members = { analytics, regions, recordId, fetchId, searchId, uploadedFrom, uploadedTo };
  if (Object.values(members).every((member) => member === undefined)) return null;
  return yield* markMatchingRecords(sql, members);
}

/** The area of a filter; undefined when it has none. Outlines are more exact than the extent that it may have, too. */
export function areaOf({ boundingBox, within }: DetectionFilter): MeasuredArea | undefined {
  if (within) return toMeasuredArea(toRegion(within.map((ring) => polygonOf(closed(ring)))));
  return boundingBox && measureBox(boundingBox);
}

/** The areas that an image has to intersect, each given as alternatives of which one suffices. */
function filterAreas({ boundingBox, within, places }: DetectionFilter): readonly (readonly MeasuredArea[])[] {
  return [
    ...(places ? [portsNamed(places).map(measureSurroundings)] : []),
    ...(boundingBox ? [[measureBox(boundingBox)]] : []),
    ...(within ? [within.map((ring) => toMeasuredArea(toRegion([polygonOf(closed(ring))])))] : []),
  ];
}

/** The ports that a condition on places names, whatever their case. */
export function portsNamed(names: readonly string[]): readonly Port[] {
  const sought = new Set(names.map((name) => name.toLowerCase()));
  return ports.filter(([name]) => sought.has(name.toLowerCase()));
}

/** Area in which a detection may have this port as its place. */
function measureSurroundings([, longitude, latitude]: Port): MeasuredArea {
  return toMeasuredArea(toRegion([circlePolygon([longitude, latitude], placeDistanceMetres)]));
}

/** A box as an area; one that crosses the antimeridian has two parts. */
export function measureBox(box: BoundingBox): MeasuredArea {
  return toMeasuredArea(toRegion(boxesOf(box).map(polygonOf)));
}

/** One ring, or several where the box crosses the antimeridian, or is so wide that its edges would be the shorter way. */
function boxesOf([west, south, east, north]: BoundingBox): Position[][] {
  if (west > east) return [...boxesOf([west, south, 180, north]), ...boxesOf([-180, south, east, north])];
  if (east - west >= 180) {
    const middle = (west + east) / 2;
    return [...boxesOf([west, south, middle, north]), ...boxesOf([middle, south, east, north])];
  }
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
