import { isVesselAnalytic } from '../../../../shared/results/analytics.ts';
import type {
  DetectionDetail,
  DetectionPageRequest,
  DetectionRow,
  DetectionRowIndexRequest,
} from '../../../../shared/results/detection.ts';
import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import { isSameFormat } from '../../../../shared/results/property-correction.ts';
import { isEmptyReview, type Review, verdictSchema } from '../../../../shared/review/review.ts';
import { centerOfReviewed } from '../../../../shared/review/reviewed-detection.ts';
import { bytesCell, numberCell, numberOrNull, textCell, textOrNull } from '../file/cells.ts';
import { selectFromBoth } from '../file/detection-tables.ts';
import { decodeGeometry } from '../file/geopackage/read-geometry-blob.ts';
import { parseProperties } from '../file/parse-properties.ts';
import type { Sql, SqlRow } from '../file/sql.ts';
import { aisFieldSql, unknownAis } from './ais/ais-fields.ts';
import type { StoredDetections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { valueAt } from './memory/field-column.ts';
import { findPosition } from './memory/find-position.ts';
import { groupByFormat, readCorrections } from './property-corrections.ts';
import type { DefineQuery } from './query.ts';
import { readReview, readReviewedDetection } from './reviews/read-review.ts';
import { readSensorRow, selectFootprint } from './sensor-rows.ts';
import {
  imageColumns,
  type ProcessorValues,
  parametersOf,
  processorValuesOf,
  readTracedValues,
  recordColumns,
  type StoredProcessor,
  type TracedSource,
} from './traced-values.ts';

/** The detections with these ids, in their order; ids that are not there are left out. */
export function detections(sql: Sql, ids: readonly number[]): readonly DetectionRow[] {
  return readDetectionRows(sql, selectDetections(sql, ids));
}

function withComputedValues(
  memory: DetectionMemory,
  all: StoredDetections,
  rows: readonly DetectionRow[],
  fields: readonly DetectionField[],
): readonly DetectionRow[] {
  if (fields.length === 0) return rows;
  const columns = fields.map((field) => [field, memory.fieldColumn(all, field)] as const);
  return rows.map((row) => {
    const position = findPosition(all.columns.id, row.id);
    const values = columns.map(([field, column]) => [field, valueAt(column, position)] as const);
    return { ...row, computedValues: Object.fromEntries(values) };
  });
}

/** Pages of the table of detections. Equal values are ordered by id; absent values come first when ascending. */
export function createDetectionPages(query: DefineQuery, sql: Sql, memory: DetectionMemory) {
  return {
    /** The page and how many detections the filter leaves in all. */
    detectionPage: query(
      ({ filter, sort, computedFields = [] }: DetectionPageRequest) => ({
        filter,
        sort,
        fields: computedFields,
      }),
      (all, { filter, sort, offset, limit, computedFields = [] }) => {
        const order = memory.order(all, filter, sort);
        const positions = order.subarray(offset, offset + limit);
        const rows = detections(
          sql,
          Array.from(positions, (position) => all.columns.id[position] as number),
        );
        return { rows: withComputedValues(memory, all, rows, computedFields), total: order.length };
      },
    ),
    /** The row index of a detection in the table, counted from 0; undefined when the filter does not match it. */
    detectionRowIndex: query(
      ({ filter, sort }: DetectionRowIndexRequest) => ({ filter, sort }),
      (all, { filter, sort, id }): number | undefined => {
        const position = findPosition(all.columns.id, id);
        const at = position < 0 ? -1 : memory.order(all, filter, sort).indexOf(position);
        return at < 0 ? undefined : at;
      },
    ),
  };
}

/** Content of the inspector for one detection; undefined when it does not exist. */
export function detectionDetail(sql: Sql, id: number): DetectionDetail | undefined {
  const [row] = selectDetections(sql, [id], true);
  const [detection] = row ? readDetectionRows(sql, [row]) : [];
  return row && detection && readDetail(sql, row, detection);
}

function readDetail(sql: Sql, row: SqlRow, detection: DetectionRow): DetectionDetail {
  const recordId = textCell(row, 'record_id');
  const sensorRows = sql.all`SELECT * FROM sensors WHERE record_id = ${recordId} ORDER BY position`;
  const sensorId = numberOrNull(row, 'sensor_id');
  const sensorRow = sensorRows.find((candidate) => numberCell(candidate, 'id') === sensorId);
  return {
    detection: { ...detection, geometry: decodeGeometry(bytesCell(row, 'geom')) },
    carriedOver: readCarriedOver(sql, numberCell(row, 'fid')),
    sensor: sensorRow ? readSensorRow(sensorRow) : null,
    sensors: sensorRows.map(readSensorRow),
    footprint: sensorRow ? selectFootprint(sql, numberOrNull(sensorRow, 'footprint_fid')) : null,
    footprintProblem: sensorRow ? textOrNull(sensorRow, 'footprint_problem') : null,
    record: readRecordSummary(sql, recordId),
  };
}

function readCarriedOver(sql: Sql, id: number): DetectionDetail['carriedOver'] {
  const row = sql.get`SELECT * FROM reviews WHERE detection_id = ${id} AND carried_meters NOT NULL`;
  const reviewed = row && readReviewedDetection(row);
  if (!reviewed || isEmptyReview(readReview(row))) return null;
  return { meters: numberCell(row, 'carried_meters'), from: centerOfReviewed(reviewed) };
}

function readRecordSummary(sql: Sql, recordId: string): DetectionDetail['record'] {
  const row = sql.get`
    SELECT records.*, queries.body AS query FROM records JOIN queries ON queries.id = records.query_id
    WHERE record_id = ${recordId}`;
  if (!row) throw new Error(`The record ${recordId} of a detection is not in the workspace.`);
  return {
    assignedId: recordId,
    uploadTime: textOrNull(row, 'upload_time'),
    productType: textOrNull(row, 'product_type'),
    documentVersion: textOrNull(row, 'document_version'),
    headerVersion: textOrNull(row, 'header_version'),
    generator: textOrNull(row, 'generator'),
    region: textOrNull(row, 'region'),
    detections: numberCell(row, 'detections'),
    fetchedAt: textCell(row, 'fetched_at'),
    queryText: textCell(row, 'query'),
  };
}

/** The columns that `readDetectionRow` needs, of a detection table called `detection`. */
const rowColumns = `detection.fid, detection.analytic, detection.region, detection.longitude, detection.latitude,
  detection.sensor_name, detection.confidence, detection.chip_identifier, detection.record_id,
  detection.sensor_id, detection.properties,
  coalesce(sensors.start_time_utc, detection.collected_at) AS collection_time, records.upload_time,
  records.region AS record_region, records.product_type, records.document_version, reviews.verdict, reviews.flagged, reviews.note, reviews.reviewer,
  reviews.reviewed_at, detection.collected_at, detection.uploaded_at, ${tracedColumns('image', 'sensors', imageColumns)},
  ${tracedColumns('record', 'records', recordColumns)},
  ${Object.entries(aisFieldSql)
    .map(([field, expression]) => `${expression} AS ${field}`)
    .join(', ')}, EXISTS (SELECT 1 FROM ais_files) AS has_ais_files,
  (SELECT json_group_array(json_object('name', name, 'version', version, 'qc_status', qc_status,
     'parameters', parameters)) FROM processors
    WHERE processors.record_id = detection.record_id) AS processors`;

/** The columns under names with a prefix, since tables share names. */
function tracedColumns(prefix: string, table: string, columns: Readonly<Record<string, string>>): string {
  return Object.values(columns)
    .map((column) => `${table}.${column} AS ${prefix}_${column}`)
    .join(', ');
}

const joins = `LEFT JOIN records USING (record_id) LEFT JOIN sensors ON sensors.id = detection.sensor_id
  LEFT JOIN reviews ON reviews.detection_id = detection.fid
  LEFT JOIN ais_matches ON ais_matches.detection_id = detection.fid
  LEFT JOIN ais_passes ON ais_passes.pass_key = ais_matches.pass_key`;

/** Selects rows of both tables by a list of ids, in no order, with the columns `moreColumns` as well. */
function selectByIds(moreColumns: string): string {
  return selectFromBoth(
    (table) => `SELECT ${rowColumns}${moreColumns} FROM ${table} AS detection ${joins}
      WHERE detection.fid IN (SELECT value FROM json_each(?1))`,
  );
}

const selectRows = selectByIds('');
const selectRowsWithGeometry = selectByIds(', detection.geom');

/** The rows of these ids in the ids' order; ids that are not there are left out. */
function selectDetections(sql: Sql, ids: readonly number[], withGeometry = false): SqlRow[] {
  const rows = sql.all(withGeometry ? selectRowsWithGeometry : selectRows, JSON.stringify(ids));
  const byId = new Map(rows.map((row) => [numberCell(row, 'fid'), row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** Rows as the table shows them. */
function readDetectionRows(sql: Sql, rows: readonly SqlRow[]): DetectionRow[] {
  const readProcessors = createProcessorReader();
  const corrections = groupByFormat(readCorrections(sql));
  return rows.map((row) => {
    const format = {
      productType: textOrNull(row, 'product_type'),
      documentVersion: textOrNull(row, 'document_version'),
    };
    const ofFormat = corrections.find(([first]) => isSameFormat(first, format));
    return { ...readDetectionRow(row, readProcessors), ...(ofFormat ? { corrections: ofFormat } : {}) };
  });
}

function readDetectionRow(
  row: SqlRow,
  readProcessors: ReturnType<typeof createProcessorReader>,
): DetectionRow {
  const analytic = textCell(row, 'analytic');
  const { values, parameters } = readProcessors(textCell(row, 'processors'), analytic);
  const source: TracedSource = {
    image: (column) => row[`image_${column}`],
    record: (column) => row[`record_${column}`],
    processor: values,
    collectedAt: textOrNull(row, 'collected_at'),
    uploadedAt: textOrNull(row, 'uploaded_at'),
  };
  return {
    id: numberCell(row, 'fid'),
    recordId: textCell(row, 'record_id'),
    analytic,
    region: textOrNull(row, 'region'),
    longitude: numberCell(row, 'longitude'),
    latitude: numberCell(row, 'latitude'),
    collectedAt: textOrNull(row, 'collection_time'),
    uploadedAt: textOrNull(row, 'upload_time'),
    sensorName: textOrNull(row, 'sensor_name'),
    chipIdentifier: textOrNull(row, 'chip_identifier'),
    confidence: numberOrNull(row, 'confidence'),
    properties: parseProperties(row.properties),
    parameters,
    traced: readTracedValues(source),
    fields: textOrNull(row, `record_${recordColumns.not_fetched}`) ?? 'all',
    review: reviewOfRow(row),
    ...readAis(row, analytic),
  };
}

function readAis(row: SqlRow, analytic: string): Pick<DetectionRow, 'ais'> {
  const outcome = textOrNull(row, 'ais');
  if (outcome === null) {
    const isUnknown = numberCell(row, 'has_ais_files') === 1 && isVesselAnalytic(analytic);
    return isUnknown ? { ais: unknownAis } : {};
  }
  return {
    ais: {
      ais: outcome,
      ais_contact: textOrNull(row, 'ais_contact'),
      ais_distance: numberOrNull(row, 'ais_distance'),
      ais_coverage: textOrNull(row, 'ais_coverage'),
      ais_source: textOrNull(row, 'ais_source'),
    },
  };
}

type ProcessorFacts = {
  readonly values: ProcessorValues;
  readonly parameters: DetectionRow['parameters'];
};

/** Reads what processors, given as JSON, state of detections of an analytic: once for all rows of which it is the same. */
function createProcessorReader(): (json: string, analytic: string) => ProcessorFacts {
  const known = new Map<string, ProcessorFacts>();
  return (json, analytic) => {
    const key = `${analytic}\n${json}`;
    const former = known.get(key);
    if (former) return former;
    const processors = JSON.parse(json) as readonly StoredProcessor[];
    const facts = {
      values: processorValuesOf(processors, analytic),
      parameters: parametersOf(processors, analytic),
    };
    known.set(key, facts);
    return facts;
  };
}

function reviewOfRow(row: SqlRow): Review | null {
  const reviewer = textOrNull(row, 'reviewer');
  if (reviewer === null) return null;
  const review = {
    // Another program may have written a text that is no verdict.
    verdict: verdictSchema.safeParse(row.verdict).data ?? null,
    flagged: numberCell(row, 'flagged') === 1,
    note: textCell(row, 'note'),
    reviewer,
    reviewedAt: textCell(row, 'reviewed_at'),
  };
  // A withdrawn review is stored for merges with other workspaces only.
  return isEmptyReview(review) ? null : review;
}
