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
  switch (field) {
    case 'id':
      return row.id;
    case 'analytic':
      return row.analytic;
    case 'region':
      return row.region;
    case 'place':
      return placeNameOf(row.longitude, row.latitude);
    case 'sensor':
      return row.sensorName;
    case 'collected':
      return row.collectedAt;
    case 'uploaded':
      return row.uploadedAt;
    case 'confidence':
      return row.confidence;
    case 'longitude':
      return row.longitude;
    case 'latitude':
      return row.latitude;
    case 'chip':
      return row.chipIdentifier;
    case 'record':
      return row.recordId;
    case 'verdict':
      return row.review?.verdict ?? ('unreviewed' satisfies ReviewState);
    case 'flagged':
      return row.review?.flagged ?? false;
    case 'note':
      return row.review?.note || null;
    case 'reviewer':
      return row.review?.reviewer ?? null;
    case 'reviewed':
      return row.review?.reviewedAt ?? null;
    default:
      return null;
  }
}

function toCellValue(value: unknown): CellValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value) ?? null;
}
