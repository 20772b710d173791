import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatQuantity } from '../../../shared/format.ts';
import type { JobState } from '../../../shared/jobs/job.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';

import { Note } from '../../ui/note.tsx';
import { HistoryRow } from './history-row.tsx';
import styles from './results.module.css';
import { ResultsDialog } from './results-dialog.tsx';
import { clearHistory } from './search-commands.ts';

const pageSize = 50;

const outcomes: readonly {
  readonly value: string;
  readonly label: string;
  readonly filter: { readonly states: JobState[]; readonly endedAtLimit?: boolean };
}[] = [
  { value: 'complete', label: 'Complete', filter: { states: ['complete'], endedAtLimit: false } },
  { value: 'limit', label: 'Stopped at your limit', filter: { states: ['complete'], endedAtLimit: true } },
  { value: 'active', label: 'In progress', filter: { states: ['queued', 'running', 'waiting'] } },
  { value: 'partial', label: 'Stopped early', filter: { states: ['cancelled', 'interrupted', 'stopped'] } },
  { value: 'failed', label: 'Failed', filter: { states: ['failed'] } },
];

/** The fetch history, latest first. */
export function HistoryDialog() {
  return (
    <ResultsDialog name="history" title="History" size={820}>
      <History />
    </ResultsDialog>
  );
}

function History() {
  const { api } = useApp();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, 200);
  const [outcome, setOutcome] = useState<string | null>(null);
  const filter = outcomes.find(({ value }) => value === outcome)?.filter;
  const page = { text, ...filter, limit: pageSize };
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: queryKeys.fetchHistory(page),
    queryFn: async ({ pageParam }) =>
      unwrap(await api.searches.history.query({ ...page, offset: pageParam })),
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    getNextPageParam: (last, pages) => {
      const listed = pages.reduce((sum, { entries }) => sum + entries.length, 0);
      return last.entries.length > 0 && listed < last.total ? listed : undefined;
    },
  });
  const entries = data?.pages.flatMap((each) => each.entries) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const isNarrowed = text !== '' || filter !== undefined;
  return (
    <>
      <div className={styles.historyTools}>
        <TextInput
          aria-label="Find in the history"
          placeholder="Find in titles, names and query texts"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Select
          aria-label="Outcome"
          placeholder="Any outcome"
          clearable
          data={outcomes.map(({ value, label }) => ({ value, label }))}
          value={outcome}
          onChange={setOutcome}
        />
      </div>
      {error ? <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <LoadingState label="Loading the history" /> : null}
      {data && entries.length === 0 ? (
        <EmptyState
          title={isNarrowed ? 'Nothing found' : 'No fetches yet'}
          hint={
            isNarrowed
              ? 'Try another search, or choose any outcome.'
              : 'Every fetch is listed here with its query.'
          }
        />
      ) : null}
      <ul className={styles.list} aria-label="History">
        {entries.map((entry) => (
          <HistoryRow key={entry.job.id} entry={entry} />
        ))}
      </ul>
      <div className={styles.actions}>
        {hasNextPage ? (
          <Button loading={isFetching} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        ) : null}
        {entries.length > 0 && !isNarrowed ? <ClearAll total={total} /> : null}
      </div>
    </>
  );
}

/** A button that clears the history after a confirmation. */
function ClearAll({ total }: { readonly total: number }) {
  const app = useApp();
  const [isConfirming, setConfirming] = useState(false);
  if (!isConfirming) return <Button onClick={() => setConfirming(true)}>Clear history…</Button>;
  return (
    <Note tone="warn">
      Remove all finished fetches from the history ({formatQuantity(total, 'entry', 'entries')})? This cannot
      be undone. Records are not deleted, and saved searches are not affected.
      <div className={styles.actions}>
        <Button
          color="red"
          // The confirmation replaces the clicked button, which had the focus.
          autoFocus
          onClick={() => {
            setConfirming(false);
            void clearHistory(app, 'all');
          }}
        >
          Clear
        </Button>
        <Button onClick={() => setConfirming(false)}>Cancel</Button>
      </div>
    </Note>
  );
}
