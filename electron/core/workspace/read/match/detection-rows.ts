import type { Position } from 'geojson';
import type { ReviewedDetection, ShapeKind } from '../../../../../shared/review/reviewed-detection.ts';
import { bytesCell, numberCell, textOrNull } from '../../file/cells.ts';
import { positionsOf } from '../../file/geopackage/geometry-blob.ts';
import { decodeGeometry } from '../../file/geopackage/read-geometry-blob.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';
import { readUuids } from './detection-uuid.ts';
import { type MatchedDetection, serializeDescription } from './matching.ts';

/** A detection of a record with its row. */
export type MatchedRow = MatchedDetection & {
  readonly fid: number;
  /** The index in the record's list of features, from the column `position`. */
  readonly position: number;
  /** A GeoPackageBinary; undefined when another program has removed it. */
  readonly geometry: Uint8Array | undefined;
};

const columns = 'fid, geom, analytic, chip_identifier, position, properties';

/** Reads the present detections of a record, in the order of its list. */
export function readRecordDetections(sql: Sql, recordId: string): readonly MatchedRow[] {
  return describeRows(
    sql.all(
      `SELECT ${columns} FROM detections WHERE ${ofRecord} UNION ALL
       SELECT ${columns} FROM detection_areas WHERE ${ofRecord} ORDER BY position, fid`,
      recordId,
    ),
  );
}

const ofRecord = 'record_key = (SELECT id FROM records WHERE record_id = ?1)';

/** Reads a range of features of an arrived page, in the order of their record's list. */
export function readArrivedDetections(sql: Sql, first: number, last: number): readonly MatchedRow[] {
  return describeRows(
    sql.all(
      `SELECT ${columns} FROM page_image.detections WHERE fid BETWEEN ?1 AND ?2 UNION ALL
       SELECT ${columns} FROM page_image.detection_areas WHERE fid BETWEEN ?1 AND ?2 ORDER BY fid`,
      first,
      last,
    ),
  );
}

/** The fields of a detection's row. */
export type DetectionFields = Pick<
  MatchedRow,
  'fid' | 'position' | 'geometry' | 'uuid' | 'chip' | 'properties'
> & {
  readonly analytic: string | null;
};

function describeRows(rows: readonly SqlRow[]): readonly MatchedRow[] {
  const uuids = readUuids(rows.map((row) => textOrNull(row, 'properties')));
  return describeDetections(
    rows.map((row, index) => ({
      fid: numberCell(row, 'fid'),
      position: numberCell(row, 'position'),
      geometry: row.geom === null ? undefined : bytesCell(row, 'geom'),
      uuid: uuids[index] ?? null,
      chip: textOrNull(row, 'chip_identifier'),
      properties: textOrNull(row, 'properties'),
      analytic: textOrNull(row, 'analytic'),
    })),
  );
}

/** Describes detections of one record, given in the order of its list. */
export function describeDetections(parts: readonly DetectionFields[]): readonly MatchedRow[] {
  const counts = new Map<string, number>();
  return parts.map(({ fid, position, geometry, uuid, chip, properties, analytic }) => {
    // Rarely needed for detections with a chip.
    let known: MatchedDetection['description'] | undefined;
    const description = () => {
      known ??= analytic === null ? null : readDescription(analytic, geometry);
      return known;
    };
    const descriptionText = chip === null ? serializeDescription(description()) : '';
    const equal = chip === null ? descriptionText : `chip ${chip}`;
    const occurrence = counts.get(equal) ?? 0;
    counts.set(equal, occurrence + 1);
    return {
      fid,
      position,
      geometry,
      uuid,
      chip,
      get description() {
        return description();
      },
      descriptionText,
      occurrence,
      properties,
      allowsCarryOver: true,
    };
  });
}

/** Null when another program has left an unreadable geometry: such a detection is identified by its chip only. */
function readDescription(
  analytic: string,
  geometry: Uint8Array | undefined,
): MatchedDetection['description'] {
  if (!geometry) return null;
  try {
    const shape = decodeGeometry(geometry);
    const positions = positionsOf(shape).map(([x = 0, y = 0]: Position): [number, number] => [x, y]);
    return positions.length === 0 ? null : { analytic, shape: kinds[shape.type], positions };
  } catch {
    return null;
  }
}

const kinds = {
  Point: 'point',
  MultiPoint: 'point',
  LineString: 'line',
  MultiLineString: 'line',
  Polygon: 'area',
  MultiPolygon: 'area',
} as const satisfies Record<string, ShapeKind>;

/** Returns what a review stores about the detection; null when unknown. */
export function toReviewedDetection({
  description,
  uuid,
  chip,
  occurrence,
}: MatchedDetection): ReviewedDetection | null {
  if (!description) return null;
  const described = { ...description, occurrence: chip === null ? occurrence : 0 };
  if (!uuid?.isUnique) return described;
  return {
    ...described,
    uuid: uuid.text,
    ...(chip === null ? {} : { chip: { identifier: chip, occurrence } }),
  };
}

/** Describes a detection as stored in a review, whose identity may name the UUID or the chip and its occurrence. */
export function describeReviewed(
  identity: string,
  reviewed: ReviewedDetection | null,
  allowsCarryOver = false,
): MatchedDetection {
  const [, times, identifier] = /^chip (\d+) (.*)$/s.exec(identity) ?? [];
  const chip =
    reviewed?.chip ?? (identifier === undefined ? null : { identifier, occurrence: Number(times) });
  const uuid = reviewed?.uuid ?? /^uuid (.*)$/s.exec(identity)?.[1];
  const description = reviewed && {
    analytic: reviewed.analytic,
    shape: reviewed.shape,
    positions: reviewed.positions,
  };
  return {
    uuid: uuid === undefined ? null : { text: uuid, isUnique: true },
    chip: chip?.identifier ?? null,
    description,
    descriptionText: serializeDescription(description),
    occurrence: chip?.occurrence ?? reviewed?.occurrence ?? 0,
    properties: null,
    allowsCarryOver,
  };
}
