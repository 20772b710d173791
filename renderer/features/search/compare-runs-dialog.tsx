import { SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import type { DiffPageRequest } from '../../../shared/searches/search-diff.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSearch } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { unwrap } from '../../ui/failure-error.ts';
import { LoadingState } from '../../ui/loading-state.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ChangedRecordList, nextOffset } from './changed-record-list.tsx';
import styles from './results.module.css';
import { ResultsDialog } from './results-dialog.tsx';
import { texts } from './texts.ts';

const pageSize = 100;
const kinds = ['new', 'gone', 'changed'] as const;

/** Compares the last full run of a saved search with the one before. */
export function CompareRunsDialog() {
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
