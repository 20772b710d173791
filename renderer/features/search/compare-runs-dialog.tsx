import { Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatQuantity, formatUtc } from '../../../shared/format.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import type { DiffPageRequest, DiffRow } from '../../../shared/searches/search-diff.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSearch } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';

import { TextButton } from '../../ui/text-button.tsx';
import styles from './results.module.css';
import { ResultsDialog } from './results-dialog.tsx';
import { openRecord } from './search-commands.ts';

const pageSize = 100;
const kinds = ['new', 'gone', 'changed'] as const;
const explanations = {
  new: 'Records that the search had not returned before.',
  gone: 'Records that the search had returned before and that the service no longer returns. They stay in the workspace.',
  changed:
    'Records whose content has changed; the workspace has the new content. If the search requests only some of the fields, changes in fully fetched records are not detected.',
} as const;

/** Compares the last full run of a saved search with the one before. */
export function CompareRunsDialog() {
  const comparing = useSearch((state) => state.comparedRun);
  return (
    <ResultsDialog name="compare-runs" title={`Last two checks of ${comparing?.name ?? ''}`} size={720}>
      {comparing ? <Comparison fetchId={comparing.fetchId} /> : null}
    </ResultsDialog>
  );
}

function Comparison({ fetchId }: { readonly fetchId: string }) {
  const { api } = useApp();
  const [kind, setKind] = useState<DiffPageRequest['kind']>('new');
  const first: DiffPageRequest = { fetchId, kind, offset: 0, limit: pageSize };
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: queryKeys.runComparison(first),
    queryFn: async ({ pageParam }) =>
      unwrap(await api.searches.compare.query({ ...first, offset: pageParam })),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const listed = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return last.rows.length > 0 && listed < last.counts[kind] ? listed : undefined;
    },
  });
  const diff = data?.pages[0];
  if (error) return <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} />;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <>
      {diff ? (
        <p className={styles.hint}>
          Check of {formatUtc(diff.startedAt)}, compared with that of {formatUtc(diff.formerStartedAt)}.{' '}
          {formatQuantity(diff.counts.same, 'record')} did not change.
        </p>
      ) : null}
      <SegmentedControl
        aria-label="Which records"
        value={kind}
        onChange={(value) => setKind(kinds.find((each) => each === value) ?? 'new')}
        data={kinds.map((value) => ({
          value,
          label: diff ? `${kindLabel(value)} · ${formatCount(diff.counts[value])}` : kindLabel(value),
        }))}
      />
      <p className={styles.hint}>{explanations[kind]}</p>
      {diff ? null : <LoadingState label="Comparing…" />}
      {diff && rows.length === 0 ? <EmptyState title={`No ${kind} records`} /> : null}
      <ul className={styles.list} aria-label={`${kindLabel(kind)} records`}>
        {rows.map((row) => (
          <RecordRow key={row.recordId} row={row} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button loading={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

function kindLabel(kind: DiffPageRequest['kind']): string {
  return kind === 'new' ? 'New' : kind === 'gone' ? 'Gone' : 'Changed';
}

function RecordRow({ row }: { readonly row: DiffRow }) {
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
        <TextButton aria-label={`Show record ${recordId}`} onClick={show}>
          Show
        </TextButton>
      </div>
      <div className="muted">
        {[
          row.analytics.map(analyticDisplayName).join(', ') || 'analytic unknown',
          row.region ?? 'region unknown',
          formatQuantity(row.detections, 'detection'),
          row.uploadedAt === null ? 'upload time unknown' : `uploaded ${formatUtc(row.uploadedAt)}`,
        ].join(' · ')}
      </div>
      {difference ? (
        <table className={styles.difference}>
          <thead>
            <tr>
              <th>Path</th>
              <th>Before</th>
              <th>Now</th>
            </tr>
          </thead>
          <tbody>
            {difference.paths.map(({ path, former, current }) => (
              <tr key={path}>
                <td>
                  <code>{path}</code>
                </td>
                <td>{former ?? '–'}</td>
                <td>{current ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {difference && difference.total > difference.paths.length ? (
        <div className="muted">
          and {formatCount(difference.total - difference.paths.length)}
          {difference.more ? ' or more' : ''} other paths
        </div>
      ) : null}
    </li>
  );
}
