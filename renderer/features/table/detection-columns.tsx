import type { ReactNode } from 'react';
import { analyticColor } from '../../../../shared/results/analytic-color.ts';
import { analyticDisplayName } from '../../../../shared/results/analytic-name.ts';
import type { DetectionRow } from '../../../../shared/results/detection.ts';
import {
  type BuiltinField,
  type DetectionField,
  type PropertySummary,
  propertyOf,
} from '../../../../shared/results/detection-field.ts';
import { fieldLabel } from '../../../../shared/results/field-title.ts';
import { cellValue } from '../../../../shared/results/field-value.ts';
import { readMeaning } from '../../../../shared/results/property-meaning.ts';
import { TimeText } from '../../../components/time-text.tsx';
import styles from '../dock.module.css';
import { ReviewCell } from './review-cell.tsx';

/** A column of the table. */
export type DetectionColumn = {
  readonly field: DetectionField;
  readonly title: string;
  /** Behind the title in lists and copies; in cells it stands behind each number. */
  readonly unit: string | null;
  readonly isNumeric: boolean;
  /** CSS pixels that suit it. */
  readonly width: number;
  cell(row: DetectionRow): ReactNode;
};

type BuiltinColumn = Pick<DetectionColumn, 'isNumeric' | 'width'> & {
  readonly cell?: DetectionColumn['cell'];
};

const absent = <span className="muted">–</span>;

const builtinColumns: Readonly<Record<BuiltinField, BuiltinColumn>> = {
  id: { isNumeric: false, width: 64 },
  analytic: {
    isNumeric: false,
    width: 122,
    cell: ({ analytic }) => (
      <>
        <span className={styles.dot} style={{ background: analyticColor(analytic) }} aria-hidden />
        {analyticDisplayName(analytic)}
      </>
    ),
  },
  region: { isNumeric: false, width: 102 },
  sensor: { isNumeric: false, width: 90 },
  collected: {
    isNumeric: false,
    width: 140,
    cell: ({ collectedAt }) => timeText(collectedAt),
  },
  uploaded: {
    isNumeric: false,
    width: 140,
    cell: ({ uploadedAt }) => timeText(uploadedAt),
  },
  confidence: {
    isNumeric: true,
    width: 88,
    cell: ({ confidence }) => (confidence === null ? absent : confidence.toFixed(2)),
  },
  longitude: {
    isNumeric: true,
    width: 90,
    cell: ({ longitude }) => longitude.toFixed(5),
  },
  latitude: { isNumeric: true, width: 90, cell: ({ latitude }) => latitude.toFixed(5) },
  chip: { isNumeric: false, width: 150 },
  record: { isNumeric: false, width: 120 },
  verdict: { isNumeric: false, width: 92, cell: (row) => <ReviewCell review={row.review} /> },
  flagged: {
    isNumeric: false,
    width: 66,
    cell: ({ review }) => (review?.flagged ? 'Yes' : absent),
  },
  note: { isNumeric: false, width: 150 },
  reviewer: { isNumeric: false, width: 120 },
  reviewed: { isNumeric: false, width: 140, cell: ({ review }) => timeText(review?.reviewedAt ?? null) },
};

/** The column of a field; what is known of the properties tells its alignment. */
export function detectionColumn(
  field: DetectionField,
  properties: readonly PropertySummary[],
): DetectionColumn {
  const name = propertyOf(field);
  if (name !== undefined) return propertyColumn(field, name, properties);
  const { cell, ...column } = builtinColumns[field as BuiltinField];
  return {
    field,
    title: fieldLabel(field).label,
    unit: null,
    ...column,
    cell: cell ?? ((row) => cellValue(row, field) ?? absent),
  };
}

function propertyColumn(
  field: DetectionField,
  name: string,
  properties: readonly PropertySummary[],
): DetectionColumn {
  const { label, unit } = fieldLabel(field);
  const isHeading = readMeaning({ [name]: 45 }).headingDegrees !== null;
  const summary = properties.find((property) => property.name === name);
  return {
    field,
    title: label,
    unit,
    isNumeric: summary?.type === 'number',
    width: Math.min(180, Math.max(64, label.length * 7 + 24)),
    cell(row) {
      const value = cellValue(row, field);
      if (value === null) return absent;
      if (typeof value !== 'number') return String(value);
      return isHeading ? headingText(value) : numberText(value, unit);
    },
  };
}

/** A number with its unit, as many digits as it needs and no more than six. */
export function numberText(value: number, unit: string | null): string {
  const digits = Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
  if (unit === null) return digits;
  return unit === '°' || unit === '%' ? `${digits}${unit}` : `${digits} ${unit}`;
}

function headingText(degrees: number): string {
  const whole = ((Math.round(degrees) % 360) + 360) % 360;
  return `${String(whole).padStart(3, '0')}°`;
}

function timeText(instant: string | null): ReactNode {
  return instant ? <TimeText value={instant} zone={false} /> : absent;
}
