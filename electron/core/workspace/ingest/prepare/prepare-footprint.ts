import { hash } from 'node:crypto';
import type { MultiPolygon, Position } from 'geojson';
import { closePolygonsOverPole } from '../../../../../shared/geo/close-over-pole.ts';
import { geodesicArea } from '../../../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../../../shared/geo/geometry.ts';
import { parseGeometry } from '../../../../../shared/geo/parse-geometry.ts';
import { readGeometryText, wgs84Srid } from '../../../../../shared/geo/read-geometry-text.ts';
import { regionContains, toRegion } from '../../../../../shared/geo/region.ts';
import { representativePoint } from '../../../../../shared/geo/representative-point.ts';
import { memoizeByObject } from '../../../../../shared/memoize-by-object.ts';
import { readAngleReference } from '../../../../../shared/passes/angle-reference.ts';
import { type Envelope, encodeGeometry, envelopeOf } from '../../file/geopackage/geometry-blob.ts';
import { isObject } from '../member-reader.ts';
import type { ParsedRecord, ParsedSensor } from '../parse-record.ts';
import { createTracer } from '../trace-detection.ts';

/** A sensor's footprint ready to be written, or why it has none although the record gives text for one. */
export type PreparedFootprint =
  | {
      /** A hash of all that the record states of the sensor, so that equal sensors have one footprint. */
      readonly sensorHash: Uint8Array;
      readonly geometry: Uint8Array;
      /** The part that `geometry` encodes. */
      readonly outline: MultiPolygon;
      readonly envelope: Envelope;
      readonly squareMetres: number;
      /** `[longitude, latitude]` where the angles hold. */
      readonly reference: LonLat;
      /** Corrections made in it; empty for most. */
      readonly notes: readonly string[];
      readonly problem?: undefined;
    }
  | { readonly problem: string };

/**
 * Prepares footprints of sensors, each once: several records are made of one image. Undefined for a sensor that has no
 * footprint text.
 */
export function createFootprintPreparer(): (sensor: ParsedSensor) => PreparedFootprint | undefined {
  const prepared = new Map<string, PreparedFootprint>();
  return (sensor) => {
    if (sensor.footprint === null) return undefined;
    const { sensorDataIndex: _index, collected: _collected, ...shared } = sensor;
    const text = JSON.stringify(shared);
    const known = prepared.get(text);
    if (known) return known;
    const footprint = prepareFootprint(sensor, sensor.footprint, text);
    prepared.set(text, footprint);
    return footprint;
  };
}

function prepareFootprint(sensor: ParsedSensor, text: string, shared: string): PreparedFootprint {
  const outline = parseOutline(text);
  if (!outline.ok) return { problem: outline.message };
  // Its area is that of the corners as they came, between which edges are geodesics.
  const closed = closePolygonsOverPole(outline.geometry);
  const geometry = closed?.geometry ?? outline.geometry;
  const reference = readAngleReference(sensor.geometryReference) ?? representativePoint(geometry);
  const envelope = envelopeOf(geometry);
  if (!reference || !envelope) return { problem: 'is empty' };
  return {
    sensorHash: hash('sha256', shared, 'buffer'),
    geometry: encodeGeometry(geometry),
    outline: geometry,
    envelope,
    squareMetres: geodesicArea(outline.geometry),
    reference,
    notes: closed ? [...outline.notes, closed.note] : outline.notes,
  };
}

type Outline =
  | { readonly ok: true; readonly geometry: MultiPolygon; readonly notes: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** Heights and measures are left out; the original text is stored with the sensor. */
function parseOutline(text: string): Outline {
  const read = readGeometryText(text);
  if (!read.ok) return read;
  if (read.srid !== undefined && read.srid !== wgs84Srid) {
    return { ok: false, message: `is in SRID ${read.srid}, where WGS 84 (${wgs84Srid}) belongs` };
  }
  const notes = new Set<string>(read.form === 'WKT' ? [] : [`is ${read.form} where WKT belongs; it is read`]);
  const polygons: Position[][][] = [];
  for (const member of read.geometries) {
    const parsed = parseGeometry(asPolygon(member, notes));
    if (!parsed.ok) return { ok: false, message: parsed.message };
    for (const note of parsed.notes) notes.add(note);
    const { geometry } = parsed;
    if (geometry.type === 'Polygon') polygons.push(geometry.coordinates);
    else if (geometry.type === 'MultiPolygon') polygons.push(...geometry.coordinates);
    else return { ok: false, message: `is a ${geometry.type}, where a polygon belongs` };
  }
  if (polygons.length === 0) return { ok: false, message: 'is empty' };
  return { ok: true, geometry: withoutHeights(polygons), notes: [...notes] };
}

/** A closed line as the polygon whose outline it is; anything else unchanged. */
function asPolygon(member: unknown, notes: Set<string>): unknown {
  if (!isObject(member) || member.type !== 'LineString' || !Array.isArray(member.coordinates)) return member;
  const polygon = { type: 'Polygon', coordinates: [member.coordinates] };
  if (!parseGeometry(polygon).ok) return member;
  notes.add('is a closed line where a polygon belongs; it is read as the outline');
  return polygon;
}

function withoutHeights(polygons: readonly Position[][][]): MultiPolygon {
  return {
    type: 'MultiPolygon',
    coordinates: polygons.map((rings) =>
      rings.map((ring) => ring.map((position): Position => position.slice(0, 2))),
    ),
  };
}

const detectionsRemark = 'no detection of this image lies in its footprint; with exchanged axes all do';
const referenceRemark =
  'the geometry reference of this image lies outside of it; with exchanged axes it lies inside';

/**
 * A remark for each sensor of a record whose footprint holds none of its detections, and would hold all of them if
 * longitude and latitude were exchanged; without detections its geometry reference decides. Nothing is exchanged, since
 * either can be the one that is wrong.
 */
export function remarkExchangedAxes(
  record: ParsedRecord,
  footprints: readonly (PreparedFootprint | undefined)[],
): readonly (string | undefined)[] {
  const witnesses = footprints.map((footprint) =>
    footprint?.problem === undefined ? footprint && createWitness(footprint) : undefined,
  );
  const traceOf = createTracer(record);
  for (const feature of record.features) {
    if (witnesses.every((witness) => witness === undefined || witness.isSettled)) break;
    const { sensorIndex } = record.sensors.length === 1 ? { sensorIndex: 0 } : traceOf(feature);
    const position = representativePoint(feature.geometry);
    if (sensorIndex !== null && position) witnesses[sensorIndex]?.add(position);
  }
  return witnesses.map((witness, index) => {
    if (!witness || witness.isSettled) return undefined;
    if (witness.count > 0) return detectionsRemark;
    const reference = readAngleReference(record.sensors[index]?.geometryReference ?? null);
    if (reference) witness.add(reference);
    return reference && !witness.isSettled ? referenceRemark : undefined;
  });
}

type UsableFootprint = Extract<PreparedFootprint, { problem?: undefined }>;

const regionOf = memoizeByObject(({ outline }: UsableFootprint) => toRegion([outline]));

function createWitness(footprint: UsableFootprint) {
  const { minY, maxY } = footprint.envelope;
  let count = 0;
  let isSettled = false;
  return {
    /** Positions so far. */
    get count() {
      return count;
    },
    /** Whether one of them is in the footprint, or is not in it with exchanged axes. */
    get isSettled() {
      return isSettled;
    },
    add([longitude, latitude]: LonLat) {
      count += 1;
      // Few longitudes are latitudes of the footprint, so that its region is seldom made.
      isSettled ||=
        longitude < minY ||
        longitude > maxY ||
        !regionContains(regionOf(footprint), latitude, longitude) ||
        regionContains(regionOf(footprint), longitude, latitude);
    },
  };
}
