import { Button, CopyButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useApp } from '../../context/app-context.tsx';
import { useSearch } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { unwrap } from '../../ui/failure-error.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { ChangedRecordList, nextOffset } from './changed-record-list.tsx';
import { CompareRunsDialog } from './compare-runs-dialog.tsx';
import { ConditionsDialog } from './conditions-dialog.tsx';
import { FieldListDialog } from './field-list-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { QueryTextEditor, queryTextForm } from './query-text-editor.tsx';
import styles from './results.module.css';
import { ResultsDialog } from './results-dialog.tsx';
import { SaveSearchDialog } from './save-search-dialog.tsx';
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
