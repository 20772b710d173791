import { hash } from 'node:crypto';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { geodesicArea } from '../../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { pointInside } from '../../../../shared/geo/point-inside.ts';
import { parseWkt } from '../../../../shared/geo/wkt.ts';
import { numberCell } from '../cells.ts';
import { encodeGeometry, envelopeOf } from '../geopackage/geometry-blob.ts';
import { readGeometry } from './read-geometry.ts';
import type { ReadSensor } from './read-sensor.ts';
import type { WriteContext } from './write-record.ts';

/** Where the sensor's footprint stands in the layer, or why it has none although the record gives text for one. */
export type WrittenFootprint =
  | { readonly fid: number; readonly problem?: undefined }
  | { readonly fid?: undefined; readonly problem: string };

/**
 * Puts the footprint of a sensor into the layer. Records that say all the same of their sensor share one footprint.
 * Undefined when the sensor has no footprint text.
 */
export function writeFootprint(context: WriteContext, sensor: ReadSensor): WrittenFootprint | undefined {
  const { sql } = context;
  if (sensor.footprint === null) return undefined;
  const sensorHash = hashOf(sensor);
  const known = sql.get('SELECT fid FROM footprints WHERE sensor_hash = ?', sensorHash);
  if (known) return { fid: numberCell(known, 'fid') };
  const outline = readOutline(sensor.footprint);
  if (!outline.ok) return { problem: outline.message };
  const reference = readReference(sensor.geometryReference) ?? pointInside(outline.geometry);
  if (!reference) return { problem: 'is empty' };
  return { fid: insert(context, sensor, sensorHash, outline.geometry, reference) };
}

/** Takes away footprints out of `fids` that no sensor refers to any more. */
export function dropUnusedFootprints({ sql, extents, indexes }: WriteContext, fids: readonly number[]): void {
  for (const fid of fids) {
    if (sql.get('SELECT 1 FROM sensors WHERE footprint_fid = ? LIMIT 1', fid)) continue;
    sql.run('DELETE FROM footprints WHERE fid = ?', fid);
    indexes.deleted('footprints', fid);
    extents.removed('footprints');
  }
}

function hashOf(sensor: ReadSensor): Uint8Array {
  const { sensorDataIndex: _index, collected: _collected, ...shared } = sensor;
  return hash('sha256', JSON.stringify(shared), 'buffer');
}

type Outline =
  | { readonly ok: true; readonly geometry: MultiPolygon }
  | { readonly ok: false; readonly message: string };

/** Heights and measures are left out; the text as it came stays with the sensor. */
function readOutline(text: string): Outline {
  const wkt = parseWkt(text);
  if (!wkt.ok)
    return { ok: false, message: `cannot be read as WKT: ${wkt.message} (at character ${wkt.at + 1})` };
  if (wkt.srid !== undefined && wkt.srid !== 4326) {
    return { ok: false, message: `is in SRID ${wkt.srid}, where WGS 84 (4326) belongs` };
  }
  const reading = readGeometry(wkt.geometry);
  if (!reading.ok) return { ok: false, message: reading.message };
  const { geometry } = reading;
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

/** The position where the angles hold, when the record gives one that can be read. */
function readReference(text: string | null): LonLat | undefined {
  const wkt = text === null ? undefined : parseWkt(text);
  if (!wkt?.ok || wkt.geometry.type !== 'Point') return undefined;
  if (wkt.srid !== undefined && wkt.srid !== 4326) return undefined;
  const reading = readGeometry(wkt.geometry);
  if (!reading.ok || reading.geometry.type !== 'Point') return undefined;
  const [longitude, latitude] = reading.geometry.coordinates;
  return longitude === undefined || latitude === undefined ? undefined : [longitude, latitude];
}

function insert(
  { sql, extents, indexes }: WriteContext,
  sensor: ReadSensor,
  sensorHash: Uint8Array,
  geometry: MultiPolygon,
  reference: LonLat,
): number {
  const envelope = envelopeOf(geometry);
  if (!envelope) throw new Error('An empty footprint was not refused when it was read.');
  extents.added('footprints', envelope);
  indexes.begin('footprints');
  const row = sql.get(
    `INSERT INTO footprints (geom, sensor_name, sensor_type, sensor_mode, product_type, vendor_id, brand_id,
       collected_at, azimuth_angle, incidence_angle, polarization, square_metres, reference_longitude,
       reference_latitude, sensor_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING fid`,
    encodeGeometry(geometry),
    sensor.sensorName,
    sensor.sensorType,
    sensor.sensorMode,
    sensor.productType,
    sensor.vendorId,
    sensor.brandId,
    sensor.collected?.iso ?? null,
    sensor.azimuthAngle,
    sensor.incidenceAngle,
    sensor.polarization,
    geodesicArea(geometry),
    reference[0],
    reference[1],
    sensorHash,
  );
  if (!row) throw new Error('The workspace did not name the footprint it wrote.');
  const fid = numberCell(row, 'fid');
  indexes.inserted('footprints', fid, envelope);
  return fid;
}
