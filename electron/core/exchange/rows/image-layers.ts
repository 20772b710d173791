import type { ReportedPass } from '../../../../shared/passes/pass.ts';
import { isCounted, passResultTexts, resultOfPass } from '../../../../shared/passes/pass-result.ts';
import { type FieldList, isRequested, joinFieldLists } from '../../../../shared/results/field-list.ts';
import type { SensorData } from '../../../../shared/results/sensor-members.ts';
import { recordsInScope } from '../../workspace/carried/chosen-records.ts';
import { bytesCell, numberCell, textCell } from '../../workspace/file/cells.ts';
import type { Sql, SqlRow } from '../../workspace/file/sql.ts';
import { readSensorRow } from '../../workspace/read/sensor-rows.ts';
import type { PlannedScope } from '../export-plan.ts';
import type { CellValue, Column, Layer, LayerRow } from './layer.ts';
import { utcText } from './utc-text.ts';

type FootprintColumn = Column & { read(footprint: FootprintRow): CellValue };

type FootprintRow = {
  readonly recordIds: readonly string[];
  readonly sensor: SensorData;
  /** Fields that were requested with any of its records. */
  readonly fields: FieldList;
  readonly squareMetres: number;
};

const footprintColumns: readonly FootprintColumn[] = [
  {
    name: 'record_ids',
    type: 'json',
    title: 'Record IDs',
    read: ({ recordIds }) => JSON.stringify(recordIds),
  },
  {
    name: 'collected_at',
    type: 'time',
    title: 'Collected (UTC)',
    read: ({ sensor }) => utcText(sensor.startTimeUtc),
  },
  { name: 'sensor_name', type: 'text', title: 'Sensor', read: ({ sensor }) => sensor.sensorName },
  { name: 'sensor_type', type: 'text', title: 'Sensor type', read: ({ sensor }) => sensor.sensorType },
  { name: 'sensor_mode', type: 'text', title: 'Sensor mode', read: ({ sensor }) => sensor.sensorMode },
  { name: 'product_type', type: 'text', title: 'Image product', read: ({ sensor }) => sensor.productType },
  { name: 'polarization', type: 'text', title: 'Polarization', read: ({ sensor }) => sensor.polarization },
  {
    name: 'incidence_angle',
    type: 'real',
    title: 'Incidence angle (°)',
    read: ({ sensor }) => sensor.incidenceAngle,
  },
  {
    name: 'azimuth_angle',
    type: 'real',
    title: 'Azimuth angle (°)',
    read: ({ sensor }) => sensor.azimuthAngle,
  },
  { name: 'vendor_id', type: 'text', title: 'Vendor’s image ID', read: ({ sensor }) => sensor.vendorId },
  { name: 'image_id', type: 'text', title: 'Image ID', read: ({ sensor }) => sensor.brandId },
  { name: 'square_metres', type: 'real', title: 'Area (m²)', read: ({ squareMetres }) => squareMetres },
  { name: 'not_fetched', type: 'text', title: 'Not fetched', read: ({ fields }) => namesNotFetched(fields) },
];

/** The columns whose fields need not come with a footprint, with the names of these fields in `sensorData`. */
const optionalColumns = {
  sensor_type: 'sensorType',
  sensor_mode: 'sensorMode',
  product_type: 'productType',
  polarization: 'polarization',
  incidence_angle: 'incidenceAngle',
  azimuth_angle: 'azimuthAngle',
};

/** The names of the columns that are empty because their fields were not requested; null when all were. */
function namesNotFetched(fields: FieldList): string | null {
  const names = Object.entries(optionalColumns).flatMap(([column, name]) =>
    isRequested(fields, `content.sensorData.${name}`) ? [] : [column],
  );
  return names.join(', ') || null;
}

const batchSize = 1000;

/**
 * The distinct footprints of the records in scope, with the ids of their records. A scope of everything includes those
 * of records without detections.
 */
export function footprintLayer(sql: Sql, scope: PlannedScope): Layer {
  return {
    name: 'footprints',
    columns: footprintColumns,
    heights: 'none',
    rows: () => readRows(sql, recordsInScope(scope)),
  };
}

function* readRows(sql: Sql, ofRecords: string): Generator<readonly LayerRow[]> {
  sql.database.exec('DROP TABLE IF EXISTS temp.chosen_footprints');
  sql.database.exec(`CREATE TEMP TABLE chosen_footprints AS
    SELECT footprint_fid, id AS sensor_id FROM sensors WHERE footprint_fid NOT NULL AND ${ofRecords}
    ORDER BY footprint_fid, record_id, position`);
  sql.database.exec('CREATE INDEX temp.chosen_footprints_by_fid ON chosen_footprints (footprint_fid)');
  let lastFid = 0;
  for (;;) {
    const rows = sql.all`
      SELECT * FROM footprints WHERE fid > ${lastFid} AND fid IN (SELECT footprint_fid FROM chosen_footprints)
      ORDER BY fid LIMIT ${batchSize}`;
    if (rows.length === 0) return;
    lastFid = numberCell(rows.at(-1) ?? {}, 'fid');
    yield rows.map((row) => readRow(sql, row));
  }
}

function readRow(sql: Sql, row: SqlRow): LayerRow {
  const id = numberCell(row, 'fid');
  const sensors = sql.all`
    SELECT sensors.*, records.fields FROM chosen_footprints AS chosen
    JOIN sensors ON sensors.id = chosen.sensor_id JOIN records USING (record_id)
    WHERE chosen.footprint_fid = ${id} ORDER BY chosen.rowid`;
  const [first] = sensors;
  if (!first) throw new Error(`The footprint ${id} has lost its sensor.`);
  const footprint: FootprintRow = {
    recordIds: [...new Set(sensors.map((sensor) => textCell(sensor, 'record_id')))],
    sensor: readSensorRow(first),
    fields: sensors.map((sensor) => textCell(sensor, 'fields')).reduce(joinFieldLists),
    squareMetres: numberCell(row, 'square_metres'),
  };
  return {
    id,
    uid: `footprint_${Buffer.from(bytesCell(row, 'sensor_hash')).toString('hex', 0, 16)}`,
    title: footprint.sensor.sensorName ?? 'Footprint',
    kind: null,
    time: footprint.sensor.startTimeUtc,
    geometry: bytesCell(row, 'geom'),
    values: footprintColumns.map((column) => column.read(footprint)),
  };
}

type PassColumn = Column & { read(reported: ReportedPass): CellValue };

const passColumns: readonly PassColumn[] = [
  {
    name: 'collected_at',
    type: 'time',
    title: 'Collected (UTC)',
    read: ({ pass }) => (pass.startedAt === null ? null : new Date(pass.startedAt).toISOString()),
  },
  { name: 'place', type: 'text', title: 'Place', read: ({ pass }) => pass.place },
  { name: 'sensor_name', type: 'text', title: 'Sensor', read: ({ pass }) => pass.sensorName },
  {
    name: 'covered_percent',
    type: 'real',
    title: 'Covered (%)',
    read: ({ share }) => (share === null ? null : Math.round(share * 1000) / 10),
  },
  {
    name: 'matching_detections',
    type: 'integer',
    title: 'Matching detections',
    read: ({ pass }) => (isCounted(pass) ? pass.detections : null),
  },
  {
    name: 'reviewed',
    type: 'integer',
    title: 'Reviewed of matching',
    read: ({ pass }) => (isCounted(pass) ? pass.reviewed : null),
  },
  { name: 'result', type: 'text', title: 'Result', read: ({ pass }) => passResultTexts[resultOfPass(pass)] },
];

/** The passes of a report with their footprints, one that has none without a geometry. */
export function passLayer(passes: readonly ReportedPass[]): Layer {
  return {
    name: 'passes',
    columns: passColumns,
    heights: 'none',
    rows: () => [
      passes.map((reported, index) => ({
        id: index + 1,
        uid: reported.pass.key,
        title: reported.pass.sensorName ?? '',
        kind: null,
        time: null,
        geometry: reported.geometry,
        values: passColumns.map(({ read }) => read(reported)),
      })),
    ],
  };
}
