import type { Footprint, SensorData } from '../../../../shared/results/detection.ts';
import { bytesCell, numberCell, numberOrNull, textOrNull } from '../file/cells.ts';
import { decodeGeometry } from '../file/geopackage/read-geometry-blob.ts';
import type { Sql, SqlRow } from '../file/sql.ts';

/** A row of `sensors` as data. */
export function readSensorRow(row: SqlRow): SensorData {
  return {
    sensorDataIndex: numberOrNull(row, 'sensor_data_index'),
    sensorName: textOrNull(row, 'sensor_name'),
    sensorType: textOrNull(row, 'sensor_type'),
    sensorMode: textOrNull(row, 'sensor_mode'),
    productType: textOrNull(row, 'product_type'),
    brandId: textOrNull(row, 'brand_id'),
    vendorId: textOrNull(row, 'vendor_id'),
    startTimeUtc: textOrNull(row, 'start_time_utc'),
    geometryReference: textOrNull(row, 'geometry_reference'),
    azimuthAngle: numberOrNull(row, 'azimuth_angle'),
    incidenceAngle: numberOrNull(row, 'incidence_angle'),
    polarization: textOrNull(row, 'polarization'),
    footprint: textOrNull(row, 'footprint'),
  };
}

/** A row of `footprints` as data. A single polygon is returned as Polygon, though the layer has multipolygons. */
export function readFootprintRow(row: SqlRow): Footprint {
  const geometry = decodeGeometry(bytesCell(row, 'geom'));
  const [only, ...others] = geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  return {
    geometry: only && others.length === 0 ? { type: 'Polygon', coordinates: only } : geometry,
    reference: [numberCell(row, 'reference_longitude'), numberCell(row, 'reference_latitude')],
    azimuthAngle: numberOrNull(row, 'azimuth_angle'),
    squareMetres: numberCell(row, 'square_metres'),
  };
}

/** The footprint with this key; null when there is none. */
export function selectFootprint(sql: Sql, fid: number | null): Footprint | null {
  const row = fid === null ? undefined : sql.get('SELECT * FROM footprints WHERE fid = ?', fid);
  return row ? readFootprintRow(row) : null;
}
