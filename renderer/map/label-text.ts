import { formatObjectLength, formatTime } from '../../shared/format.ts';
import { analyticDisplayName } from '../../shared/results/analytic-name.ts';
import type { DetectionRow } from '../../shared/results/detection.ts';
import { propertyOf } from '../../shared/results/detection-field.ts';
import { readPropertyMeaning } from '../../shared/results/property-meaning.ts';
import type { MapLabel } from './map-types.ts';

/** Maximum number of characters of a label. */
const maxLabelLength = 28;

/** The text of a detection's label; empty where the value is missing. */
export function labelText(row: DetectionRow, label: MapLabel): string {
  const text = fullText(row, label);
  return text.length > maxLabelLength ? `${text.slice(0, maxLabelLength - 1)}…` : text;
}

function fullText(row: DetectionRow, label: MapLabel): string {
  switch (label) {
    case 'analytic':
      return analyticDisplayName(row.analytic);
    case 'length': {
      const { lengthMetres } = readPropertyMeaning(row.properties);
      return lengthMetres === null ? '' : formatObjectLength(lengthMetres, 0);
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
      return row.collectedAt === null ? '' : formatTime(row.collectedAt);
    case 'uploaded':
      return row.uploadedAt === null ? '' : formatTime(row.uploadedAt);
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
