import { cutText } from '../../shared/cut-text.ts';
import { formatDecimals } from '../../shared/display-format.ts';
import { formatObjectLength, formatTime } from '../../shared/format.ts';
import { analyticDisplayName } from '../../shared/results/analytics.ts';
import type { CellValue } from '../../shared/results/cell-value.ts';
import type { DetectionRow } from '../../shared/results/detection.ts';
import type { DetectionField } from '../../shared/results/detection-field.ts';
import { fieldType } from '../../shared/results/expression/field-name.ts';
import { formatFieldNumber } from '../../shared/results/field-number.ts';
import { cellValue, lengthOf } from '../../shared/results/field-value.ts';
import type { MapLabel } from './map-types.ts';

/** Maximum number of characters of a label. */
const maxLabelLength = 28;

/** The text of a detection's label; empty where the value is missing. */
export function labelText(row: DetectionRow, label: MapLabel): string {
  const text = fullText(row, label);
  return cutText(text, maxLabelLength);
}

function fullText(row: DetectionRow, label: MapLabel): string {
  switch (label) {
    case 'analytic':
      return analyticDisplayName(row.analytic);
    case 'length': {
      const length = lengthOf(row);
      return length === null ? '' : formatObjectLength(length, 0);
    }
    case 'confidence':
      return row.confidence === null ? '' : formatDecimals(row.confidence, 2);
    case 'longitude':
      return row.longitude.toFixed(4);
    case 'latitude':
      return row.latitude.toFixed(4);
    case 'verdict':
      return row.review?.verdict ?? '';
    case 'flagged':
      return row.review?.flagged ? 'flagged' : '';
    default:
      return valueText(cellValue(row, label), label);
  }
}

function valueText(value: CellValue, field: DetectionField): string {
  if (value === null) return '';
  if (typeof value === 'number') return formatFieldNumber(field, value);
  return fieldType(field) === 'time' ? formatTime(String(value)) : String(value);
}
