import { hash } from 'node:crypto';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { geodesicArea } from '../../../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../../../shared/geo/geometry.ts';
import { representativePoint } from '../../../../../shared/geo/representative-point.ts';
import { parseWkt } from '../../../../../shared/geo/wkt.ts';
import { readAngleReference } from '../../../../../shared/passes/angle-reference.ts';
import { type Envelope, encodeGeometry, envelopeOf } from '../../file/geopackage/geometry-blob.ts';
import { parseGeometry } from '../parse-geometry.ts';
import type { ParsedSensor } from '../parse-sensor.ts';

/** A sensor's footprint ready to be written, or why it has none although the record gives text for one. */
export type PreparedFootprint =
  | {
      /** A hash of all that the record states of the sensor, so that equal sensors have one footprint. */
      readonly sensorHash: Uint8Array;
      readonly geometry: Uint8Array;
      readonly envelope: Envelope;
      readonly squareMetres: number;
      /** `[longitude, latitude]` where the angles hold. */
      readonly reference: LonLat;
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
  const { geometry } = outline;
  const reference = readAngleReference(sensor.geometryReference) ?? representativePoint(geometry);
  const envelope = envelopeOf(geometry);
  if (!reference || !envelope) return { problem: 'is empty' };
  return {
    sensorHash: hash('sha256', shared, 'buffer'),
    geometry: encodeGeometry(geometry),
    envelope,
    squareMetres: geodesicArea(geometry),
    reference,
  };
}

type Outline =
  | { readonly ok: true; readonly geometry: MultiPolygon }
  | { readonly ok: false; readonly message: string };

/** Heights and measures are left out; the original text is stored with the sensor. */
function parseOutline(text: string): Outline {
  const wkt = parseWkt(text);
  if (!wkt.ok)
    return { ok: false, message: `cannot be read as WKT: ${wkt.message} (at character ${wkt.at + 1})` };
  if (wkt.srid !== undefined && wkt.srid !== 4326) {
    return { ok: false, message: `is in SRID ${wkt.srid}, where WGS 84 (4326) belongs` };
  }
  const parsed = parseGeometry(wkt.geometry);
  if (!parsed.ok) return { ok: false, message: parsed.message };
  const { geometry } = parsed;
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') {
    return { ok: false, message: `is a ${geometry.type}, where a polygon belongs` };
  }
  return { ok: true, geometry: withoutHeights(geometry) };
}

function withoutHeights(geometry: Polygon | MultiPolygon): MultiPolygon {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return {
    type: 'MultiPolygon',
    coordinates: polygons.map((rings) =>
      rings.map((ring) => ring.map((position): Position => position.slice(0, 2))),
    ),
  };
}
