import { Button, CopyButton, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { formatCount, formatQuantity } from '../../../shared/format.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import type { DiffPageRequest, DiffRow } from '../../../shared/searches/search-diff.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSearch } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { unwrap } from '../../ui/failure-error.ts';
import { LoadingState } from '../../ui/loading-state.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Table } from '../../ui/table/table.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { ConditionsDialog, FieldListDialog } from './field-dialogs.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { QueryTextEditor, queryTextForm } from './query-text-editor.tsx';
import styles from './results.module.css';
import { ResultsDialog } from './results-dialog.tsx';
import { SaveSearchDialog } from './save-search-dialog.tsx';
import { openRecord } from './search-commands.ts';
import { texts } from './texts.ts';
import { useSearchPreview } from './use-search-preview.ts';

/** The dialogs of the results panel. */
export function ResultsDialogs() {
  return (
    <>
      <QueryTextDialog />
      <ConditionsDialog />
      <FieldListDialog />
      <SaveSearchDialog />
      <CompareRunsDialog />
      <ChangedRecordsDialog />
      <HistoryDialog />
    </>
  );
}

const pageSize = 100;

/** Lists the records that a fetch returned with other content than before, and what differs. */
function ChangedRecordsDialog() {
  const fetchId = useSearch((state) => state.changesOfFetch);
  return (
    <ResultsDialog name="changed-records" title={texts.changedRecords.title} size={720}>
      {fetchId === null ? null : <ChangedRecords fetchId={fetchId} />}
    </ResultsDialog>
  );
}

function ChangedRecords({ fetchId }: { readonly fetchId: string }) {
  const { api, queries } = useApp();
  const query = useInfiniteQuery({
    queryKey: [...queries.results.changedRecords.pathKey(), fetchId],
    queryFn: async ({ pageParam }) =>
      unwrap(await api.results.changedRecords.query({ fetchId, offset: pageParam, limit: pageSize })),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => nextOffset(pages, last.total),
  });
  const { data, error } = query;
  if (error || !data) return <QueryState query={query} loading={texts.changedRecords.loading} />;
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <EmptyState title={texts.changedRecords.none} />;
  return (
    <>
      <p className={styles.hint}>{texts.changedRecords.count(data.pages[0]?.total ?? 0)}</p>
      <ChangedRecordList label={texts.changedRecords.title} rows={rows} query={query} />
    </>
  );
}

/** The query of the form as editable text, and the first request that will be sent. */
function QueryTextDialog() {
  return (
    <ResultsDialog
      name="query-text"
      title={texts.queryText.title}
      size={760}
      form={{ id: queryTextForm, what: `“${texts.queryText.title}”` }}
    >
      <QueryTextEditor />
      <details className={styles.sent}>
        <summary className={styles.sentSummary}>{texts.queryText.firstRequest}</summary>
        <FirstRequest />
      </details>
    </ResultsDialog>
  );
}

function FirstRequest() {
  const preview = useSearchPreview();
  const { data, error, isPlaceholderData } = preview;
  if (error || !data)
    return <QueryState query={preview} title={texts.queryText.noText} loading={texts.queryText.generating} />;
  return (
    <>
      <p className={styles.hint}>{texts.queryText.paging}</p>
      <pre className={styles.queryText} aria-busy={isPlaceholderData}>
        {data.queryText}
      </pre>
      <CopyButton value={data.queryText}>
        {({ copied, copy }) => (
          <Button onClick={copy}>{copied ? texts.queryText.copied : texts.queryText.copyRequest}</Button>
        )}
      </CopyButton>
    </>
  );
}

const kinds = ['new', 'gone', 'changed'] as const;

/** Compares the last full run of a saved search with the one before. */
function CompareRunsDialog() {
  const comparing = useSearch((state) => state.comparedRun);
  return (
    <ResultsDialog name="compare-runs" title={texts.compare.title(comparing?.name ?? '')} size={720}>
      {comparing ? <Comparison fetchId={comparing.fetchId} /> : null}
    </ResultsDialog>
  );
}

function Comparison({ fetchId }: { readonly fetchId: string }) {
  const { api, queries } = useApp();
  const [kind, setKind] = useState<DiffPageRequest['kind']>('new');
  const first: DiffPageRequest = { fetchId, kind, offset: 0, limit: pageSize };
  const query = useInfiniteQuery({
    queryKey: [...queries.searches.compare.pathKey(), first],
    queryFn: async ({ pageParam }) =>
      unwrap(await api.searches.compare.query({ ...first, offset: pageParam })),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => nextOffset(pages, last.counts[kind]),
  });
  const { data, error } = query;
  const diff = data?.pages[0];
  if (error) return <QueryState query={query} />;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <>
      {diff ? (
        <p className={styles.hint}>
          {texts.compare.checks(diff.startedAt, diff.formerStartedAt, diff.counts.same)}
        </p>
      ) : null}
      <SegmentedControl
        aria-label={texts.compare.which}
        value={kind}
        onChange={(value) => setKind(kinds.find((each) => each === value) ?? 'new')}
        data={kinds.map((value) => ({
          value,
          label: diff ? `${kindLabel(value)} · ${formatCount(diff.counts[value])}` : kindLabel(value),
        }))}
      />
      <p className={styles.hint}>{texts.compare.explanations[kind]}</p>
      {diff ? null : <LoadingState label={texts.compare.comparing} />}
      {diff && rows.length === 0 ? <EmptyState title={texts.compare.none[kind]} /> : null}
      <ChangedRecordList label={texts.compare.list(kindLabel(kind))} rows={rows} query={query} />
    </>
  );
}

function kindLabel(kind: DiffPageRequest['kind']): string {
  return texts.compare.kinds[kind];
}

type Row = ComponentProps<typeof ChangedRecordRow>['row'];

/** Records of a query by pages, with a button that reads the next page. */
function ChangedRecordList({
  label,
  rows,
  query: { hasNextPage, isFetching, fetchNextPage },
}: {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetching: boolean;
    fetchNextPage(): Promise<unknown>;
  };
}) {
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {rows.map((row) => (
          <ChangedRecordRow key={row.recordId} row={row} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button loading={isFetching} onClick={() => void fetchNextPage()}>
          {texts.compare.more}
        </Button>
      ) : null}
    </>
  );
}

/** The offset of the next page of `total` rows; undefined after the last one. */
function nextOffset(
  pages: readonly { readonly rows: readonly unknown[] }[],
  total: number,
): number | undefined {
  const listed = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  return pages.at(-1)?.rows.length !== 0 && listed < total ? listed : undefined;
}

/** A record of a comparison, with what differs, and a button that shows it. */
function ChangedRecordRow({ row }: { readonly row: DiffRow }) {
  const app = useApp();
  const { recordId, difference } = row;
  const show = () => {
    openRecord(app, recordId);
    app.stores.ui.getState().closeDialog();
  };
  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <code>{recordId}</code>
        <TextButton aria-label={texts.compare.showRecord(recordId)} onClick={show}>
          {texts.compare.show}
        </TextButton>
      </div>
      <div className="muted">
        {[
          row.analytics.map(analyticDisplayName).join(', ') || texts.compare.noAnalytic,
          row.region ?? texts.compare.noRegion,
          formatQuantity(row.detections, 'detection'),
          row.uploadedAt === null ? texts.compare.noUploadTime : texts.compare.uploaded(row.uploadedAt),
        ].join(' · ')}
      </div>
      {difference ? (
        <Table
          className={styles.difference}
          rows={difference.paths}
          rowKey={({ path }) => path}
          columns={[
            { title: texts.compare.path, cell: ({ path }) => <code>{path}</code> },
            { title: texts.compare.before, cell: ({ former }) => former ?? '–' },
            { title: texts.compare.now, cell: ({ current }) => current ?? '–' },
          ]}
        />
      ) : null}
      {difference && difference.total > difference.paths.length ? (
        <div className="muted">
          {texts.compare.otherPaths(difference.total - difference.paths.length, difference.more)}
        </div>
      ) : null}
    </li>
  );
}
