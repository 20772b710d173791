import type { ReactNode } from 'react';
import { formatShown, timeHeading } from '../../../shared/format.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import type { RecordRow } from '../../../shared/results/detection.ts';
import { TextButton } from '../../ui/text-button.tsx';

import { TimeText } from '../../ui/time-text.tsx';
import { texts } from './texts.ts';

type RecordColumn = {
  readonly title: string;
  readonly isNumeric: boolean;
  readonly width: number;
  /** `showDetections` filters the table by the record. */
  cell(row: RecordRow, showDetections: () => void): ReactNode;
};

const noValue = <span className="muted">–</span>;

/** The columns of the list of records. */
export const recordColumns: readonly RecordColumn[] = [
  {
    get title() {
      return timeHeading(texts.columns.uploaded);
    },
    isNumeric: false,
    width: 158,
    cell: ({ uploadedAt }) => (uploadedAt ? <TimeText value={uploadedAt} zone={false} /> : noValue),
  },
  {
    get title() {
      return timeHeading(texts.columns.collected);
    },
    isNumeric: false,
    width: 158,
    cell: ({ collectedAt }) => (collectedAt ? <TimeText value={collectedAt} zone={false} /> : noValue),
  },
  {
    title: texts.columns.analytic,
    isNumeric: false,
    width: 150,
    cell: ({ analytics }) => analytics.map(analyticDisplayName).join(', ') || noValue,
  },
  { title: texts.columns.region, isNumeric: false, width: 102, cell: ({ region }) => region ?? noValue },
  {
    title: texts.columns.sensor,
    isNumeric: false,
    width: 100,
    cell: ({ sensorNames }) => sensorNames.join(', ') || noValue,
  },
  {
    title: texts.columns.detections,
    isNumeric: true,
    width: 96,
    cell: ({ detections, shownDetections, fields, featureProblems }, showDetections) => {
      if (detections > 0) {
        return (
          <TextButton tabIndex={-1} title={texts.cells.showInTable} onClick={showDetections}>
            {formatShown(shownDetections, detections)}
          </TextButton>
        );
      }
      if (fields !== 'all') return texts.cells.notRequested;
      return featureProblems > 0 ? (
        texts.cells.unreadable
      ) : (
        <span className="muted">{texts.cells.nothingFound}</span>
      );
    },
  },
  {
    title: texts.columns.problems,
    isNumeric: true,
    width: 76,
    cell: ({ problems }) =>
      problems > 0 ? <span title={texts.cells.problems(problems)}>{problems}</span> : noValue,
  },
  {
    title: texts.columns.product,
    isNumeric: false,
    width: 80,
    cell: ({ productType }) => productType ?? noValue,
  },
  { title: texts.columns.record, isNumeric: false, width: 200, cell: ({ recordId }) => recordId },
];

/** CSS grid tracks of the columns, and their minimum total width. */
export const recordTracks = {
  template: recordColumns.map(({ width }) => `minmax(${width}px, ${width}fr)`).join(' '),
  minWidth: recordColumns.reduce((sum, { width }) => sum + width, 10),
};
