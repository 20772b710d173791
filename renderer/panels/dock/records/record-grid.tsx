import { useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { RecordRow } from '../../../../shared/results/detection.ts';
import { toFailure } from '../../../api/failure-error.ts';
import { useApp } from '../../../app/app-context.tsx';
import { notifyFailure } from '../../../app/notify.tsx';
import { useResults } from '../../../app/use-stores.ts';
import { lookAtRecord } from '../../../commands/record-commands.ts';
import { FailureNote } from '../../../components/failure-note.tsx';
import tableStyles from '../table/table.module.css';
import { useRowScroll } from '../table/use-row-scroll.ts';
import { recordPageQuery } from '../use-results-queries.ts';
import { recordColumns, recordTracks } from './record-columns.tsx';
import type { WantedRecords } from './use-wanted-records.ts';

const rowHeight = 24;
const headHeight = 26;
/** Records in one request. */
export const pageRows = 200;

/** The records as an ARIA grid of which only the visible rows exist. The footprints of the one at the cursor lie on the map. */
export function RecordGrid({ wanted, total }: { readonly wanted: WantedRecords; readonly total: number }) {
  const app = useApp();
  const { api } = app;
  const scroller = useRef<HTMLTableElement>(null);
  const scroll = useRowScroll(scroller, total, rowHeight, headHeight);
  const [cursor, setCursor] = useState<number | null>(null);
  const firstPage = Math.floor(scroll.seen.first / pageRows);
  const lastPage = Math.max(firstPage, Math.floor(scroll.seen.last / pageRows));
  const pages = useQueries({
    queries: Array.from({ length: lastPage - firstPage + 1 }, (_, index) =>
      recordPageQuery(api, { ...wanted, offset: (firstPage + index) * pageRows, limit: pageRows }),
    ),
  });
  const failed = pages.find(({ error }) => error);
  const rowAt = (index: number): RecordRow | undefined =>
    pages[Math.floor(index / pageRows) - firstPage]?.data?.rows[index % pageRows];

  async function lookAt(row: RecordRow): Promise<void> {
    try {
      await lookAtRecord(app, row);
    } catch (error) {
      notifyFailure(toFailure(error), 'The footprint is not shown.');
    }
  }

  function moveTo(index: number): void {
    const to = Math.min(total - 1, Math.max(0, index));
    setCursor(to);
    scroll.show(to);
    const row = rowAt(to);
    if (row) void lookAt(row);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, scroll.seen.last - scroll.seen.first - 1);
    const at = cursor ?? -1;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: total - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    moveTo(target);
  }

  return (
    <div className={tableStyles.gridFrame}>
      {failed?.error ? (
        <FailureNote failure={toFailure(failed.error)} onRetry={() => void failed.refetch()} />
      ) : null}
      <table
        ref={scroller}
        className={tableStyles.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid pattern is built on a table
        role="grid"
        tabIndex={0}
        data-region="table"
        aria-label="Records"
        aria-rowcount={total + 1}
        aria-activedescendant={cursor === null ? undefined : `record-row-${cursor}`}
        onKeyDown={onKeyDown}
        onScroll={scroll.onScroll}
      >
        <thead className={tableStyles.gridHead} style={{ minWidth: recordTracks.least }}>
          <tr
            className={tableStyles.headRow}
            aria-rowindex={1}
            style={{ gridTemplateColumns: recordTracks.template }}
          >
            {recordColumns.map(({ title, isNumeric }) => (
              <th
                key={title}
                scope="col"
                className={tableStyles.headCell}
                data-numeric={isNumeric || undefined}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          className={tableStyles.rows}
          style={{ height: scroll.stageHeight, minWidth: recordTracks.least }}
        >
          {scroll.indexes.map((index) => (
            <RecordGridRow
              key={index}
              index={index}
              top={scroll.topOf(index)}
              row={rowAt(index)}
              isCursor={cursor === index}
              onPress={() => moveTo(index)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RecordGridRow({
  index,
  top,
  row,
  isCursor,
  onPress,
}: {
  readonly index: number;
  readonly top: number;
  readonly row: RecordRow | undefined;
  readonly isCursor: boolean;
  readonly onPress: () => void;
}) {
  const { stores } = useApp();
  const isFocused = useResults((state) => row !== undefined && state.focusedRecordId === row.recordId);
  return (
    <tr
      id={`record-row-${index}`}
      className={tableStyles.row}
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      data-cursor={isCursor || undefined}
      data-focused={isFocused || undefined}
      style={{ gridTemplateColumns: recordTracks.template, transform: `translateY(${top}px)` }}
      onClick={onPress}
    >
      {recordColumns.map(({ title, isNumeric, cell }) => (
        <td key={title} className={tableStyles.cell} data-numeric={isNumeric || undefined}>
          {row
            ? cell(row, () => {
                stores.results.getState().setFilter({ recordId: row.recordId });
                stores.dock.setState({ tab: 'table' });
              })
            : ''}
        </td>
      ))}
    </tr>
  );
}
