import type { ReactNode } from 'react';
import { formatShown, timeHeading } from '../../../shared/format.ts';
import { analyticDisplayName, describeFindable } from '../../../shared/results/analytics.ts';
import type { RecordRow } from '../../../shared/results/detection.ts';
import { hasFeatures, isRequested } from '../../../shared/results/field-list.ts';
import { TextButton } from '../../ui/text-button.tsx';

import { TimeText } from '../../ui/time-text.tsx';
import type { FittedColumn } from '../../ui/table/fit-columns.ts';
import { texts } from './texts.ts';

export type RecordColumn = FittedColumn & {
  readonly title: string;
  readonly isNumeric: boolean;
  /** `showDetections` filters the table by the record. */
  cell(row: RecordRow, showDetections: () => void): ReactNode;
};

const noValue = <span className="muted">–</span>;
const notFetched = <span className="muted">{texts.cells.notFetched}</span>;

/** A dash, or that the field was not requested. */
function absent({ fields }: RecordRow, path: string): ReactNode {
  return isRequested(fields, path) ? noValue : notFetched;
}

/** The columns of the list of records; the inspector shows those that are left out, too. */
export const recordListColumns: readonly RecordColumn[] = [
  {
    get title() {
      return timeHeading(texts.columns.uploaded);
    },
    isNumeric: false,
    width: 158,
    dropOrder: 4,
    cell: ({ uploadedAt }) => (uploadedAt ? <TimeText value={uploadedAt} zone={false} /> : noValue),
  },
  {
    get title() {
      return timeHeading(texts.columns.collected);
    },
    isNumeric: false,
    width: 158,
    cell: (row) =>
      row.collectedAt ? (
        <TimeText value={row.collectedAt} zone={false} />
      ) : (
        absent(row, 'content.sensorData.startTimeUTC')
      ),
  },
  {
    title: texts.columns.analytic,
    isNumeric: false,
    width: 142,
    cell: (row) =>
      row.analytics.map(analyticDisplayName).join(', ') || absent(row, 'content.processors.processorName'),
  },
  {
    title: texts.columns.region,
    isNumeric: false,
    width: 102,
    dropOrder: 3,
    cell: (row) => row.region ?? absent(row, 'content.processors.parameters'),
  },
  {
    title: texts.columns.sensor,
    isNumeric: false,
    width: 100,
    cell: (row) => row.sensorNames.join(', ') || absent(row, 'content.sensorData.sensorName'),
  },
  {
    title: texts.columns.detections,
    isNumeric: true,
    width: 96,
    cell: ({ analytics, detections, shownDetections, fields, featureProblems }, showDetections) => {
      if (detections > 0) {
        return (
          <TextButton tabIndex={-1} title={texts.cells.showInTable} onClick={showDetections}>
            {formatShown(shownDetections, detections)}
          </TextButton>
        );
      }
      if (!hasFeatures(fields)) return notFetched;
      return featureProblems > 0 ? (
        texts.cells.unreadable
      ) : (
        <span className="muted" title={describeFindable(analytics) ?? undefined}>
          {texts.cells.nothingFound}
        </span>
      );
    },
  },
  {
    title: texts.columns.problems,
    isNumeric: true,
    width: 76,
    dropOrder: 5,
    cell: ({ problems }) =>
      problems > 0 ? <span title={texts.cells.problems(problems)}>{problems}</span> : noValue,
  },
  {
    title: texts.columns.product,
    isNumeric: false,
    width: 150,
    dropOrder: 1,
    cell: (row) => row.productType ?? absent(row, 'content.product.productType'),
  },
  {
    title: texts.columns.record,
    isNumeric: false,
    width: 200,
    dropOrder: 2,
    cell: ({ recordId }) => recordId,
  },
];
