import type { Geometry } from 'geojson';
import { parseInstant } from '../../electron/core/workspace/ingest/parse-instant.ts';
import { distanceMetres } from '../../shared/geo/geodesic.ts';
import { ports } from '../../shared/places/ports.ts';
import {
  definitionOf,
  isAisField,
  isBuiltinField,
  isTracedField,
} from '../../shared/results/builtin-fields.ts';
import type { DetectionFilter, DetectionRow } from '../../shared/results/detection.ts';
import { type DetectionField, propertyOf } from '../../shared/results/detection-field.ts';
import type { FilterExpression } from '../../shared/results/expression/filter-expression.ts';
import { isMeaningField } from '../../shared/results/meaning-fields.ts';

/** A detection as stored in rows, with the other values that filters need. */
export type NaiveDetection = DetectionRow & { readonly geometry: Geometry; readonly uploaded: number | null };

/**
 * Detections that a filter leaves, computed detection by detection: slow, plain, and without any of the workspace's
 * code.
 */
export function naiveMatches(
  filter: DetectionFilter,
  expression: FilterExpression | undefined,
  row: NaiveDetection,
): boolean {
  const collected = epochOf(row.collectedAt);
  const has = <T>(expected: T | undefined, holds: (expected: T) => boolean) =>
    expected === undefined || holds(expected);
  return (
    has(filter.analytics, (names) => names.includes(row.analytic)) &&
    has(filter.regions, (names) => row.region !== null && names.includes(row.region)) &&
    has(filter.places, (names) => names.includes(naivePlace(row) ?? '')) &&
    has(filter.sensors, (names) => row.sensorName !== null && names.includes(row.sensorName)) &&
    has(filter.collectedFrom, (from) => collected !== null && collected >= from) &&
    has(filter.collectedTo, (to) => collected !== null && collected < to) &&
    has(filter.uploadedFrom, (from) => row.uploaded !== null && row.uploaded >= from) &&
    has(filter.uploadedTo, (to) => row.uploaded !== null && row.uploaded < to) &&
    has(filter.minConfidence, (least) => row.confidence !== null && row.confidence >= least) &&
    has(filter.verdicts, (states) => states.includes(row.review?.verdict ?? 'unreviewed')) &&
    has(filter.flagged, (flagged) => (row.review?.flagged ?? false) === flagged) &&
    has(filter.ids, (ids) => ids.includes(row.id)) &&
    has(filter.recordId, (recordId) => row.recordId === recordId) &&
    has(filter.boundingBox, (box) => meetsBox(row, box)) &&
    has(filter.text, (text) => hasText(row, text)) &&
    has(expression, (tree) => isTrue(tree, row))
  );
}

function epochOf(text: string | null): number | null {
  return parseInstant(text)?.epochMs ?? null;
}

function meetsBox(row: NaiveDetection, [west, south, east, north]: readonly number[]): boolean {
  const [w, s, e, n] = [west ?? 0, south ?? 0, east ?? 0, north ?? 0];
  if (w > e) return meetsBox(row, [w, s, 180, n]) || meetsBox(row, [-180, s, e, n]);
  if (row.geometry.type === 'Point') {
    return row.longitude >= w && row.longitude <= e && row.latitude >= s && row.latitude <= n;
  }
  const ring = row.geometry.type === 'Polygon' ? (row.geometry.coordinates[0] ?? []) : [];
  const xs = ring.map(([x = Number.NaN]) => x);
  const ys = ring.map(([, y = Number.NaN]) => y);
  if (Math.max(...ys) < s || Math.min(...ys) > n) return false;
  return [-360, 0, 360].some((turn) => Math.max(...xs) >= w + turn && Math.min(...xs) <= e + turn);
}

function hasText(row: NaiveDetection, text: string): boolean {
  const expected = text.toLowerCase();
  const properties = Object.entries(row.properties).filter(([, value]) => value !== null);
  const places = [row.sensorName, row.recordId, row.chipIdentifier, ...properties.flat()];
  return places.some((place) => place !== null && asText(place).toLowerCase().includes(expected));
}

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The nearest port within 25 nautical miles by geodesics to all ports; null without one. */
export function naivePlace({
  longitude,
  latitude,
}: Pick<DetectionRow, 'longitude' | 'latitude'>): string | null {
  let [place, least]: [string | null, number] = [null, 25 * 1852];
  for (const [name, x, y] of ports) {
    if (Math.abs(y - latitude) > 1) continue;
    const metres = distanceMetres([x, y], [longitude, latitude]);
    if (metres <= least) [place, least] = [name, metres];
  }
  return place;
}

/** The value of a field; null where there is none. Times are epoch milliseconds. */
export function naiveValue(field: DetectionField, row: NaiveDetection): unknown {
  const name = propertyOf(field);
  if (name !== undefined) return Object.hasOwn(row.properties, name) ? (row.properties[name] ?? null) : null;
  if (isTracedField(field)) {
    const value = row.traced[field];
    return definitionOf(field).type === 'time' && value !== null ? epochOf(String(value)) : value;
  }
  // The varied results have a length, and nothing else that a name states.
  if (isMeaningField(field)) {
    const length = field === 'length' ? numberOf(row.properties.length_m) : undefined;
    return length !== undefined && length > 0 ? length : null;
  }
  if (isAisField(field)) return row.ais?.[field] ?? null;
  switch (field) {
    case 'place':
      return naivePlace(row);
    case 'sensor':
      return row.sensorName;
    case 'collected':
      return epochOf(row.collectedAt);
    case 'uploaded':
      return row.uploaded;
    case 'chip':
      return row.chipIdentifier;
    case 'record':
      return row.recordId;
    case 'verdict':
      return row.review?.verdict ?? 'unreviewed';
    case 'flagged':
      return row.review?.flagged ?? false;
    case 'note':
      return row.review?.note || null;
    case 'reviewer':
      return row.review?.reviewer ?? null;
    case 'reviewed':
      return row.review ? epochOf(row.review.reviewedAt) : null;
    default:
      return row[field as 'id' | 'analytic' | 'region' | 'confidence' | 'longitude' | 'latitude'];
  }
}

function isTrue(tree: FilterExpression, row: NaiveDetection): boolean {
  switch (tree.kind) {
    case 'and':
      return tree.parts.every((part) => isTrue(part, row));
    case 'or':
      return tree.parts.some((part) => isTrue(part, row));
    case 'not':
      return !isTrue(tree.part, row);
    default: {
      const value = naiveValue(tree.field, row);
      if (value === null) return false;
      if (tree.kind === 'present') return tree.field !== 'verdict' || value !== 'unreviewed';
      const isTime = isBuiltinField(tree.field) && definitionOf(tree.field).type === 'time';
      const literal = (one: string | number | boolean) =>
        isTime ? (epochOf(String(one)) ?? Number.NaN) : one;
      if (tree.kind === 'compare') return compare(value, tree.operator, literal(tree.value));
      if (tree.kind === 'in') return tree.values.some((one) => compare(value, '=', literal(one)));
      const [text, expected] = [asText(value).toLowerCase(), tree.text.toLowerCase()];
      if (tree.kind === 'contains') return text.includes(expected);
      return tree.kind === 'starts' ? text.startsWith(expected) : text.endsWith(expected);
    }
  }
}

function compare(value: unknown, operator: string, literal: string | number | boolean): boolean {
  const order = orderOf(value, literal);
  if (order === undefined) return operator === '!=';
  const isEither = typeof value === 'boolean' || typeof literal === 'boolean';
  switch (operator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return !isEither && order < 0;
    case '<=':
      return !isEither && order <= 0;
    case '>':
      return !isEither && order > 0;
    default:
      return !isEither && order >= 0;
  }
}

/** Undefined for values of different kinds. */
function orderOf(value: unknown, literal: string | number | boolean): number | undefined {
  if (typeof value === 'boolean' || typeof literal === 'boolean') {
    const words = [value, literal].map((one) => (typeof one === 'number' ? '' : asText(one).toLowerCase()));
    if (!words.every((word) => word === 'true' || word === 'false')) return undefined;
    return words[0] === words[1] ? 0 : 1;
  }
  const numbers = [value, literal].map(numberOf);
  const [one, other] = numbers;
  if (one !== undefined && other !== undefined) return one - other;
  if (typeof value === 'number' || typeof literal === 'number') return undefined;
  return compareCodePoints(asText(value).toLowerCase(), literal.toLowerCase());
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '' || Number.isNaN(Number(value))) return undefined;
  return Number(value);
}

function compareCodePoints(one: string, other: string): number {
  const [points, others] = [Array.from(one), Array.from(other)];
  for (const [index, point] of points.entries()) {
    const against = others[index];
    if (against === undefined) return 1;
    if (point !== against) return (point.codePointAt(0) ?? 0) - (against.codePointAt(0) ?? 0);
  }
  return points.length - others.length;
}

const kinds = ['number', 'boolean', 'string', 'object'];

/** The order of the table: absent first, then numbers, truth, text by code points, and lists and objects by their JSON. */
export function naiveOrder(field: DetectionField, one: NaiveDetection, other: NaiveDetection): number {
  const [value, against] = [naiveValue(field, one), naiveValue(field, other)];
  if (value === null || against === null) {
    return Number(value !== null) - Number(against !== null) || one.id - other.id;
  }
  const byKind = kinds.indexOf(typeof value) - kinds.indexOf(typeof against);
  if (byKind !== 0) return byKind;
  const order =
    typeof value === 'number' || typeof value === 'boolean'
      ? Number(value) - Number(against)
      : compareCodePoints(asText(value), asText(against));
  return order || one.id - other.id;
}
