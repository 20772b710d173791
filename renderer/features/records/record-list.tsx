import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatQuantity } from '../../../shared/format.ts';
import type { RecordPageRequest, RecordPageResult, RecordRow } from '../../../shared/results/detection.ts';
import { useApp } from '../../context/app-context.tsx';
import { FilteredOutCount } from '../../context/filtered-out-count.tsx';
import { useDock, useResults } from '../../context/use-stores.ts';
import dockView from '../../ui/dock-view.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toFailure } from '../../ui/failure-error.ts';
import { FindField } from '../../ui/find-field.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RemovableChip } from '../../ui/removable-chip.tsx';
import { RowGrid, useRowGrid } from '../../ui/table/row-grid.tsx';
import { rowsPerPage } from '../../ui/table/use-row-pages.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { recordListColumns } from './record-columns.tsx';
import { copyRecords, focusRecord, showRecordsOnMap } from './record-commands.ts';
import { texts } from './texts.ts';
import { type RecordListRequest, useRecordListRequest } from './use-record-list-request.ts';

/** All records, including those without detections, last uploaded first. */
export function RecordList() {
  const { queries } = useApp();
  const request = useRecordListRequest();
  const first = useQuery(
    queries.results.records.queryOptions(
      { ...request, offset: 0, limit: rowsPerPage },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <div className={dockView.view}>
      <RecordControls request={request} page={first.data ?? null} />
      {first.error || !first.data ? (
        <QueryState query={first} loading={texts.list.loading} />
      ) : first.data.total === 0 ? (
        <EmptyState
          title={texts.list.noMatch}
          hint={
            request.having === 'nothing' && first.data.unfiltered === 0
              ? texts.list.allHaveDetections
              : texts.list.noMatchHint
          }
        />
      ) : (
        <RecordGrid request={request} total={first.data.total} />
      )}
    </div>
  );
}

/** Controls that choose the listed records, their number, and a button that shows all of them on the map. */
function RecordControls({
  request,
  page,
}: {
  readonly request: RecordListRequest;
  readonly page: RecordPageResult | null;
}) {
  const app = useApp();
  const { dock } = app.stores;
  const mapped = useResults((state) => state.recordFootprints.length);
  const [isMapping, setMapping] = useState(false);
  const { having, text } = useDock((state) => state.records);
  const change = (next: Partial<Pick<RecordPageRequest, 'having' | 'text'>>) =>
    dock.getState().changeRecords(next);
  async function mapAll(): Promise<void> {
    setMapping(true);
    try {
      await showRecordsOnMap(app, request);
    } catch (error) {
      notifyFailure(toFailure(error), texts.footprints.notShown);
    } finally {
      setMapping(false);
    }
  }
  return (
    <div className={dockView.controls}>
      <SegmentedControl
        aria-label={texts.controls.label}
        data={[
          { value: 'any', label: texts.controls.all },
          { value: 'detections', label: texts.controls.withDetections },
          { value: 'nothing', label: texts.controls.nothingFound },
        ]}
        value={having}
        onChange={(value) => change({ having: value as RecordPageRequest['having'] })}
      />
      <FindField
        label={texts.controls.find}
        placeholder={texts.controls.findExample}
        text={text ?? ''}
        maxWidth={280}
        onFind={(value) => change({ text: value })}
      />
      <span className="muted numeric">{page ? formatQuantity(page.total, 'record') : ''}</span>
      <FilteredOutCount count={page ? page.unfiltered - page.total : 0} />
      <span className="grow" />
      {mapped > 0 ? (
        <RemovableChip
          text={texts.controls.mapped(mapped)}
          removeLabel={texts.controls.unmap}
          onRemove={() => app.stores.results.getState().focusRecord(null)}
        />
      ) : null}
      <TextButton
        aria-label={texts.controls.mapAllHint}
        title={texts.controls.mapAllHint}
        disabled={!page?.total || isMapping}
        onClick={() => void mapAll()}
      >
        {texts.controls.mapAll}
      </TextButton>
    </div>
  );
}

/**
 * The records in a virtual grid. The map shows the footprints of the record at the cursor. Ctrl A chooses all that are
 * listed, Ctrl C copies them, or the one at the cursor.
 */
function RecordGrid({ request, total }: { readonly request: RecordListRequest; readonly total: number }) {
  const app = useApp();
  const focusedId = useResults((state) => state.focusedRecordId);

  async function showFootprint(row: RecordRow): Promise<void> {
    try {
      await focusRecord(app, row);
    } catch (error) {
      notifyFailure(toFailure(error), texts.footprints.oneNotShown);
    }
  }

  const grid = useRowGrid({
    id: 'record',
    total,
    rows: JSON.stringify(request),
    pageQuery: (offset, limit) => app.queries.results.records.queryOptions({ ...request, offset, limit }),
    onRow: (row: RecordRow) => void showFootprint(row),
    onCopy: (rows) => rows && void copyRecords(app, request, rows),
  });
  return (
    <RowGrid
      grid={grid}
      label={texts.list.label}
      columns={recordListColumns}
      useRowAttributes={(row) => {
        const isFocused = row !== undefined && row.recordId === focusedId;
        return { 'data-focused': isFocused || undefined, 'aria-selected': grid.areAllChosen || isFocused };
      }}
    />
  );
}
