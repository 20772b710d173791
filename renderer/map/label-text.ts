import { analyticDisplayName } from '../../shared/results/analytic-name.ts';
import type { DetectionRow } from '../../shared/results/detection.ts';
import { propertyOf } from '../../shared/results/detection-field.ts';
import { readMeaning } from '../../shared/results/property-meaning.ts';
import { formatUtc } from '../components/format.ts';
import type { MapLabel } from '../stores/map-display-store.ts';

/** Longer texts would cover the map. */
const longestLabel = 28;

/** What a label says of a detection; empty where it has nothing of that kind. */
export function labelText(row: DetectionRow, label: MapLabel): string {
  const text = fullText(row, label);
  return text.length > longestLabel ? `${text.slice(0, longestLabel - 1)}…` : text;
}

function fullText(row: DetectionRow, label: MapLabel): string {
  switch (label) {
    case 'analytic':
      return analyticDisplayName(row.analytic);
    case 'length': {
      const { lengthMetres } = readMeaning(row.properties);
      return lengthMetres === null ? '' : `${Math.round(lengthMetres)} m`;
    }
    case 'confidence':
      return row.confidence === null ? '' : row.confidence.toFixed(2);
    case 'id':
      return String(row.id);
    case 'region':
      return row.region ?? '';
    case 'sensor':
      return row.sensorName ?? '';
    case 'collected':
      return row.collectedAt === null ? '' : formatUtc(row.collectedAt);
    case 'uploaded':
      return row.uploadedAt === null ? '' : formatUtc(row.uploadedAt);
    case 'longitude':
      return row.longitude.toFixed(4);
    case 'latitude':
      return row.latitude.toFixed(4);
    case 'chip':
      return row.chipIdentifier ?? '';
    case 'record':
      return row.recordId;
    case 'verdict':
      return row.review?.verdict ?? '';
    case 'flagged':
      return row.review?.flagged ? 'flagged' : '';
    case 'note':
      return row.review?.note ?? '';
    default:
      return valueText(row.properties[propertyOf(label) ?? '']);
  }
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(Number(value.toPrecision(6)));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
