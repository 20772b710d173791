import { placeNameOf } from '../places/nearest-port.ts';
import type { ReviewState } from '../review/review.ts';
import { isAisField, isTracedField } from './builtin-fields.ts';
import type { CellValue } from './cell-value.ts';
import type { DetectionRow } from './detection.ts';
import { type DetectionField, isComputedField, parameterOf, propertyOf } from './detection-field.ts';
import { isStatedField, readMeaningField } from './meaning-fields.ts';
import { correctedReadings } from './property-correction.ts';
import { statedValue } from './stated-value.ts';

/** The length of the object in meters, from the property that counts; null without one. */
export function lengthOf(row: DetectionRow): number | null {
  const length = cellValue(row, 'length');
  return typeof length === 'number' ? length : null;
}

/** Returns the value of a field. Lists and objects in properties are returned as JSON. */
export function cellValue(row: DetectionRow, field: DetectionField): CellValue {
  const name = propertyOf(field);
  if (name !== undefined) {
    return Object.hasOwn(row.properties, name) ? toCellValue(statedValue(name, row.properties[name])) : null;
  }
  const parameter = parameterOf(field);
  if (parameter !== undefined) {
    return Object.hasOwn(row.parameters, parameter) ? (row.parameters[parameter] ?? null) : null;
  }
  if (isComputedField(field)) return row.computedValues?.[field] ?? null;
  if (isTracedField(field)) return row.traced[field];
  if (isAisField(field)) return row.ais?.[field] ?? null;
  if (isStatedField(field)) {
    return readMeaningField(field, row.properties, row.corrections && correctedReadings(row.corrections));
  }
  return memberReaders[field]?.(row) ?? null;
}

/** Fields that are members of a row. */
const memberReaders: Readonly<Partial<Record<DetectionField, (row: DetectionRow) => CellValue>>> = {
  id: (row) => row.id,
  analytic: (row) => row.analytic,
  region: (row) => row.region,
  place: ({ longitude, latitude }) => placeNameOf(longitude, latitude),
  sensor: (row) => row.sensorName,
  collected: (row) => row.collectedAt,
  uploaded: (row) => row.uploadedAt,
  confidence: (row) => row.confidence,
  longitude: (row) => row.longitude,
  latitude: (row) => row.latitude,
  chip: (row) => row.chipIdentifier,
  record: (row) => row.recordId,
  verdict: (row) => row.review?.verdict ?? ('unreviewed' satisfies ReviewState),
  flagged: (row) => row.review?.flagged ?? false,
  note: (row) => row.review?.note || null,
  reviewer: (row) => row.review?.reviewer ?? null,
  reviewed: (row) => row.review?.reviewedAt ?? null,
};

function toCellValue(value: unknown): CellValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value) ?? null;
}
