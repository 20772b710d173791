import type { Footprint } from '../../../../shared/results/detection.ts';
import { isNumberMember, type SensorData, sensorMembers } from '../../../../shared/results/sensor-members.ts';
import { bytesCell, numberCell, numberOrNull, textOrNull } from '../file/cells.ts';
import { decodeGeometry } from '../file/geopackage/read-geometry-blob.ts';
import type { Sql, SqlRow } from '../file/sql.ts';

/** A row of `sensors` as data. */
export function readSensorRow(row: SqlRow): SensorData {
  const members = sensorMembers.map((member) => [
    member.key,
    isNumberMember(member) ? numberOrNull(row, member.column) : textOrNull(row, member.column),
  ]);
  return Object.fromEntries(members) as SensorData;
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
  const row = fid === null ? undefined : sql.get`SELECT * FROM footprints WHERE fid = ${fid}`;
  return row ? readFootprintRow(row) : null;
}
