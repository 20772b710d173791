import { IconPhotoOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toDisplayUnit } from '../../../shared/format.ts';
import { noPlaceText } from '../../../shared/places/nearest-port.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import {
  type BuiltinField,
  type BuiltinFieldType,
  definitionOf,
  isFieldFetched,
} from '../../../shared/results/builtin-fields.ts';
import type { CellValue } from '../../../shared/results/cell-value.ts';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import {
  type DetectionField,
  layerFieldOf,
  type PropertySummary,
  parameterOf,
  propertyOf,
  shareClassOf,
} from '../../../shared/results/detection-field.ts';
import { fieldType } from '../../../shared/results/expression/field-name.ts';
import { formatFieldNumber } from '../../../shared/results/field-number.ts';
import { fieldLabel, fieldTitle } from '../../../shared/results/field-title.ts';
import { cellValue } from '../../../shared/results/field-value.ts';
import type { Review } from '../../../shared/review/review.ts';
import { useReview } from '../../context/use-stores.ts';
import { withUnsavedChanges } from '../../stores/review-store.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { formatMeasure } from '../../ui/format-meaning.ts';
import type { GridColumn } from '../../ui/table/row-grid.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import styles from './table.module.css';
import { texts } from './texts.ts';

/** A column of the table. The heading is abbreviated where its values are narrow. */
export type DetectionColumn = GridColumn<DetectionRow, DetectionField> & {
  readonly field: DetectionField;
  /** Shown after the title in lists and copies, and after each number in cells. */
  readonly unit: string | null;
  readonly isNumeric: boolean;
};

const noValue = <span className="muted">–</span>;
const notFetched = <span className="muted">{texts.cells.notFetched}</span>;
const noPlace = (
  <span className="muted" title={noPlaceText}>
    –
  </span>
);

/** Cells that show more than the value itself. */
const builtinCells: Partial<Readonly<Record<BuiltinField, DetectionColumn['cell']>>> = {
  analytic: ({ analytic, chipIdentifier, fields }) => (
    <>
      {chipIdentifier === null && isFieldFetched('chip', fields) ? <NoChipMark /> : null}
      <AnalyticMark analytic={analytic} />
      {analyticDisplayName(analytic)}
    </>
  ),
  place: (row) => cellValue(row, 'place') ?? noPlace,
  confidence: ({ confidence }) => (confidence === null ? noValue : formatMeasure.confidence(confidence)),
  longitude: ({ longitude }) => longitude.toFixed(5),
  latitude: ({ latitude }) => latitude.toFixed(5),
  verdict: (row) => <ReviewCell row={row} />,
  flagged: ({ review }) => (review?.flagged ? texts.cells.yes : noValue),
  ...measureCells(['length', 'width', 'heading', 'speed', 'area', 'class_share']),
};

function measureCells(fields: readonly Exclude<keyof typeof formatMeasure, 'confidence'>[]) {
  return Object.fromEntries(
    fields.map((field) => [
      field,
      (row: DetectionRow) => {
        const value = cellValue(row, field);
        return typeof value === 'number' ? formatMeasure[field](value) : noValue;
      },
    ]),
  );
}

/** Default widths in CSS pixels. */
const typeWidths: Readonly<Record<BuiltinFieldType, number>> = {
  number: 90,
  text: 110,
  names: 110,
  time: 156,
  boolean: 66,
  verdict: 80,
};
const builtinWidths: Partial<Readonly<Record<BuiltinField, number>>> = {
  id: 52,
  length: 66,
  width: 66,
  heading: 66,
  analytic: 104,
  place: 80,
  region: 102,
  sensor: 90,
  confidence: 56,
  chip: 150,
  record: 120,
  vendor_id: 180,
  generation_latency: 150,
  upload_latency: 140,
  fetch_latency: 120,
  note: 150,
  reviewer: 120,
};

/** The column of a field; the property summaries determine its alignment. */
export function detectionColumn(
  field: DetectionField,
  properties: readonly PropertySummary[],
): DetectionColumn {
  const name = propertyOf(field);
  if (name !== undefined) return propertyColumn(field, name, properties);
  const parameter = parameterOf(field);
  if (parameter !== undefined) return parameterColumn(field, parameter);
  if (shareClassOf(field) !== undefined) return classShareColumn(field);
  if (layerFieldOf(field)) return layerColumn(field);
  const builtin = field as BuiltinField;
  const { type } = definitionOf(builtin);
  const { label, unit } = fieldLabel(field);
  return {
    field,
    title: label,
    ...(field === 'confidence' ? { heading: texts.header.confidence } : {}),
    unit: toDisplayUnit(0, unit).unit,
    // An id is a name.
    isNumeric: type === 'number' && field !== 'id',
    width: builtinWidths[builtin] ?? typeWidths[type],
    cell(row) {
      const value = cellValue(row, field);
      if (value === null && !isFieldFetched(builtin, row.fields)) return notFetched;
      return (builtinCells[builtin] ?? (() => builtinCell(value, type, field)))(row);
    },
  };
}

function classShareColumn(field: DetectionField): DetectionColumn {
  const title = fieldTitle(field);
  return {
    field,
    title,
    unit: null,
    isNumeric: true,
    width: typeWidths.number,
    cell(row) {
      const value = cellValue(row, field);
      return value === null && !isFieldFetched('class_share', row.fields)
        ? notFetched
        : builtinCell(value, 'number', field);
    },
  };
}

function layerColumn(field: DetectionField): DetectionColumn {
  const { label } = fieldLabel(field);
  return {
    field,
    title: label,
    unit: null,
    isNumeric: fieldType(field) === 'number',
    width: 120,
    cell(row) {
      const value = cellValue(row, field);
      if (value === null) return noValue;
      if (typeof value === 'boolean') return value ? texts.cells.yes : texts.cells.no;
      return typeof value === 'number' ? formatFieldNumber(field, value) : value;
    },
  };
}

/** Marks a detection without a chip, at the right edge of its cell. */
function NoChipMark() {
  return (
    <span className={styles.noChip} role="img" aria-label={texts.cells.noChip} title={texts.cells.noChip}>
      <IconPhotoOff size={12} stroke={1.5} aria-hidden />
    </span>
  );
}

function builtinCell(value: CellValue, type: BuiltinFieldType, field: DetectionField): ReactNode {
  if (value === null) return noValue;
  if (type === 'time') return timeText(String(value));
  return typeof value === 'number' ? formatFieldNumber(field, value) : String(value);
}

function parameterColumn(field: DetectionField, name: string): DetectionColumn {
  return {
    field,
    title: fieldLabel(field).label,
    heading: name,
    unit: null,
    isNumeric: false,
    width: 120,
    cell(row) {
      const value = cellValue(row, field);
      if (value !== null) return typeof value === 'number' ? formatFieldNumber(field, value) : String(value);
      return isFieldFetched('parameters', row.fields) ? noValue : notFetched;
    },
  };
}

function propertyColumn(
  field: DetectionField,
  name: string,
  properties: readonly PropertySummary[],
): DetectionColumn {
  const { label, unit } = fieldLabel(field);
  const summary = properties.find((property) => property.name === name);
  return {
    field,
    title: label,
    unit: toDisplayUnit(0, unit).unit,
    isNumeric: summary?.type === 'number',
    width: Math.min(180, Math.max(60, label.length * 6.5 + 14)),
    cell(row) {
      const value = cellValue(row, field);
      if (value === null) return noValue;
      return typeof value === 'number' ? formatFieldNumber(field, value) : String(value);
    },
  };
}

function timeText(instant: string | null): ReactNode {
  return instant ? <TimeText value={instant} zone={false} /> : noValue;
}

const verdictLabels = {
  confirmed: texts.cells.confirmed,
  rejected: texts.cells.rejected,
  unsure: texts.cells.unsure,
} as const;

function reviewText(review: Review | null): string {
  const verdict = review?.verdict ? verdictLabels[review.verdict] : texts.cells.unreviewed;
  return review?.flagged ? `${verdict} ⚑` : verdict;
}

/** A detection's review state in one word; a flag in addition to a verdict is an icon. */
function ReviewCell({ row }: { readonly row: DetectionRow }) {
  const changes = useReview(({ unsaved }) => unsaved?.changes.get(row.id));
  const review = withUnsavedChanges(row.review, changes);
  if (changes) return <span className={styles.unsaved}>{texts.cells.notSaved(reviewText(review))}</span>;
  const verdict = review?.verdict ?? null;
  if (verdict === null) {
    return review?.flagged ? (
      <span className={styles.review} data-state="flagged">
        {texts.cells.flagged}
      </span>
    ) : (
      <span className="muted">{texts.cells.unreviewed}</span>
    );
  }
  return (
    <span className={styles.review} data-state={verdict}>
      {verdictLabels[verdict]}
      {review?.flagged ? (
        <span data-state="flagged" title={texts.cells.flagged}>
          {' ⚑'}
        </span>
      ) : null}
    </span>
  );
}
