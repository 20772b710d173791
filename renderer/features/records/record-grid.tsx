import type { RecordRow } from '../../../shared/results/detection.ts';
import { useApp } from '../../context/app-context.tsx';
import { recordPageQuery } from '../../context/use-results-queries.ts';
import { useResults } from '../../context/use-stores.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { fitColumns } from '../../ui/virtual-grid/fit-columns.ts';
import { useRowCursor } from '../../ui/virtual-grid/use-row-cursor.ts';
import { useRowPages } from '../../ui/virtual-grid/use-row-pages.ts';
import gridStyles from '../../ui/virtual-grid/virtual-grid.module.css';
import { useVirtualGrid, VirtualGrid } from '../../ui/virtual-grid/virtual-grid.tsx';
import { copyRecords } from './copy-records.ts';
import { type RecordColumn, recordColumns } from './record-columns.tsx';
import { focusRecord } from './record-commands.ts';
import { texts } from './texts.ts';
import type { RecordListRequest } from './use-record-list-request.ts';

/**
 * The records in a virtual grid. The map shows the footprints of the record at the cursor. Ctrl A chooses all that are
 * listed, Ctrl C copies them, or the one at the cursor.
 */
export function RecordGrid({
  request,
  total,
}: {
  readonly request: RecordListRequest;
  readonly total: number;
}) {
  const app = useApp();
  const { api } = app;
  const grid = useVirtualGrid(total);
  const { columns, tracks } = fitColumns(recordColumns, grid.viewWidth);
  const pages = useRowPages<RecordRow>({
    total,
    ...grid.seen,
    pageQuery: (offset, limit) => recordPageQuery(api, { ...request, offset, limit }),
  });

  async function showFootprint(row: RecordRow): Promise<void> {
    try {
      await focusRecord(app, row);
    } catch (error) {
      notifyFailure(toFailure(error), texts.footprints.oneNotShown);
    }
  }

  const { cursor, areAllChosen, moveTo, onKeyDown } = useRowCursor({
    total,
    pageStep: grid.pageStep,
    onMove(index) {
      grid.show(index);
      const row = pages.rowAt(index);
      if (row) void showFootprint(row);
    },
    onCopy: (rows) => void copyRecords(app, request, rows),
  });

  return (
    <VirtualGrid
      grid={grid}
      label={texts.list.label}
      tracks={tracks}
      header={columns.map(({ title, isNumeric }) => (
        <th key={title} scope="col" className={gridStyles.headCell} data-numeric={isNumeric || undefined}>
          {title}
        </th>
      ))}
      row={(index, top) => (
        <RecordGridRow
          key={index}
          index={index}
          top={top}
          columns={columns}
          template={tracks.template}
          row={pages.rowAt(index)}
          isCursor={cursor === index}
          isChosen={areAllChosen}
          onClick={() => moveTo(index)}
        />
      )}
      activeId={cursor === null ? undefined : `record-row-${cursor}`}
      loading={pages}
      onKeyDown={onKeyDown}
    />
  );
}

function RecordGridRow({
  index,
  top,
  columns,
  template,
  row,
  isCursor,
  isChosen,
  onClick,
}: {
  readonly index: number;
  readonly top: number;
  readonly columns: readonly RecordColumn[];
  readonly template: string;
  readonly row: RecordRow | undefined;
  readonly isCursor: boolean;
  readonly isChosen: boolean;
  readonly onClick: () => void;
}) {
  const { stores } = useApp();
  const isFocused = useResults((state) => row !== undefined && state.focusedRecordId === row.recordId);
  return (
    <tr
      id={`record-row-${index}`}
      className={gridStyles.row}
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      data-cursor={isCursor || undefined}
      data-focused={isFocused || undefined}
      aria-selected={isChosen || isFocused}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
      onClick={onClick}
    >
      {columns.map(({ title, isNumeric, cell }) => (
        <td key={title} className={gridStyles.cell} data-numeric={isNumeric || undefined}>
          {row
            ? cell(row, () => {
                stores.results.getState().setFilter({ recordId: row.recordId });
                stores.dock.getState().setTab('table');
              })
            : ''}
        </td>
      ))}
    </tr>
  );
}
