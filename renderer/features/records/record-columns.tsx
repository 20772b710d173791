import type { ReactNode } from 'react';
import { formatQuantity, formatShown } from '../../../shared/format.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import type { RecordRow } from '../../../shared/results/detection.ts';
import { TextButton } from '../../ui/text-button.tsx';

import { TimeText } from '../../ui/time-text.tsx';

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
    title: 'Uploaded (UTC)',
    isNumeric: false,
    width: 158,
    cell: ({ uploadedAt }) => (uploadedAt ? <TimeText value={uploadedAt} zone={false} /> : noValue),
  },
  {
    title: 'Collected (UTC)',
    isNumeric: false,
    width: 158,
    cell: ({ collectedAt }) => (collectedAt ? <TimeText value={collectedAt} zone={false} /> : noValue),
  },
  {
    title: 'Analytic',
    isNumeric: false,
    width: 150,
    cell: ({ analytics }) => analytics.map(analyticDisplayName).join(', ') || noValue,
  },
  { title: 'Region', isNumeric: false, width: 102, cell: ({ region }) => region ?? noValue },
  {
    title: 'Sensor',
    isNumeric: false,
    width: 100,
    cell: ({ sensorNames }) => sensorNames.join(', ') || noValue,
  },
  {
    title: 'Detections',
    isNumeric: true,
    width: 96,
    cell: ({ detections, shownDetections, fields, featureProblems }, showDetections) => {
      if (detections > 0) {
        return (
          <TextButton tabIndex={-1} title="Show in the table" onClick={showDetections}>
            {formatShown(shownDetections, detections)}
          </TextButton>
        );
      }
      if (fields !== 'all') return 'Not requested';
      return featureProblems > 0 ? 'Unreadable' : <span className="muted">Nothing found</span>;
    },
  },
  {
    title: 'Problems',
    isNumeric: true,
    width: 76,
    cell: ({ problems }) =>
      problems > 0 ? <span title={formatQuantity(problems, 'problem')}>{problems}</span> : noValue,
  },
  { title: 'Product', isNumeric: false, width: 80, cell: ({ productType }) => productType ?? noValue },
  { title: 'Record', isNumeric: false, width: 200, cell: ({ recordId }) => recordId },
];

/** CSS grid tracks of the columns, and their minimum total width. */
export const recordTracks = {
  template: recordColumns.map(({ width }) => `minmax(${width}px, ${width}fr)`).join(' '),
  minWidth: recordColumns.reduce((sum, { width }) => sum + width, 10),
};
