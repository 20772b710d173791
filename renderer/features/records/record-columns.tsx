import type { ReactNode } from 'react';
import { formatShown, timeHeading } from '../../../shared/format.ts';
import { analyticDisplayName, describeFindable } from '../../../shared/results/analytics.ts';
import type { RecordRow } from '../../../shared/results/detection.ts';
import { hasFeatures, isRequested } from '../../../shared/results/field-list.ts';
import { useApp } from '../../context/app-context.tsx';
import type { GridColumn } from '../../ui/table/row-grid.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { texts } from './texts.ts';

const noValue = <span className="muted">–</span>;
const notFetched = <span className="muted">{texts.cells.notFetched}</span>;

/** A dash, or that the field was not requested. */
function absent({ fields }: RecordRow, path: string): ReactNode {
  return isRequested(fields, path) ? noValue : notFetched;
}

/** The columns of the list of records; the inspector shows those that are left out, too. */
export const recordListColumns: readonly GridColumn<RecordRow>[] = [
  {
    get title() {
      return timeHeading(texts.columns.uploaded);
    },
    width: 158,
    dropOrder: 4,
    cell: ({ uploadedAt }) => (uploadedAt ? <TimeText value={uploadedAt} zone={false} /> : noValue),
  },
  {
    get title() {
      return timeHeading(texts.columns.collected);
    },
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
    width: 142,
    cell: (row) =>
      row.analytics.map(analyticDisplayName).join(', ') || absent(row, 'content.processors.processorName'),
  },
  {
    title: texts.columns.region,
    width: 102,
    dropOrder: 3,
    cell: (row) => row.region ?? absent(row, 'content.processors.parameters'),
  },
  {
    title: texts.columns.sensor,
    width: 100,
    cell: (row) => row.sensorNames.join(', ') || absent(row, 'content.sensorData.sensorName'),
  },
  {
    title: texts.columns.detections,
    isNumeric: true,
    width: 96,
    cell(row) {
      const { analytics, detections, fields, featureProblems } = row;
      if (detections > 0) return <ShowDetections row={row} />;
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
    width: 150,
    dropOrder: 1,
    cell: (row) => row.productType ?? absent(row, 'content.product.productType'),
  },
  {
    title: texts.columns.record,
    width: 200,
    dropOrder: 2,
    cell: ({ recordId }) => recordId,
  },
];

/** Number of detections of a record; a click filters the table by the record. */
function ShowDetections({ row: { recordId, shownDetections, detections } }: { readonly row: RecordRow }) {
  const { dock, results } = useApp().stores;
  return (
    <TextButton
      tabIndex={-1}
      title={texts.cells.showInTable}
      onClick={() => {
        results.getState().setFilter({ recordId });
        dock.getState().setTab('table');
      }}
    >
      {formatShown(shownDetections, detections)}
    </TextButton>
  );
}
