import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobState } from '../../../shared/jobs/job.ts';
import { toFailure, unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { clearHistory } from '../../commands/search-commands.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatQuantity } from '../../components/format.ts';
import { LoadingState } from '../../components/loading-state.tsx';
import { Note } from '../../components/note.tsx';
import { HistoryRow } from './history-row.tsx';
import styles from './results.module.css';
import { ResultsDialog } from './results-dialog.tsx';

const pageLength = 50;

const outcomes: readonly { readonly value: string; readonly label: string; readonly states: JobState[] }[] = [
  { value: 'complete', label: 'Complete', states: ['complete'] },
  { value: 'active', label: 'Under way', states: ['queued', 'running', 'waiting'] },
  { value: 'partial', label: 'Ended early', states: ['cancelled', 'interrupted', 'stopped'] },
  { value: 'failed', label: 'Failed', states: ['failed'] },
];

/** Everything that was asked of the service, the last first. */
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
  const states = outcomes.find(({ value }) => value === outcome)?.states;
  const page = { text, ...(states ? { states } : {}), limit: pageLength };
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
  const isNarrowed = text !== '' || states !== undefined;
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
      {!data && !error ? <LoadingState label="Reading the history" /> : null}
      {data && entries.length === 0 ? (
        <EmptyState
          title={isNarrowed ? 'Nothing found' : 'Nothing was asked yet'}
          hint={
            isNarrowed
              ? 'Look for something else, or choose any outcome.'
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

/** Asks before it clears. */
function ClearAll({ total }: { readonly total: number }) {
  const app = useApp();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) return <Button onClick={() => setAsking(true)}>Clear the history…</Button>;
  return (
    <Note tone="warn">
      Take all that has ended out of the history ({formatQuantity(total, 'entry', 'entries')})? This cannot be
      undone. Records stay, and saved searches remember what they have brought.
      <div className={styles.actions}>
        <Button
          color="red"
          // The question appears because the analyst pressed the button that stood here.
          autoFocus
          onClick={() => {
            setAsking(false);
            void clearHistory(app, 'all');
          }}
        >
          Clear
        </Button>
        <Button onClick={() => setAsking(false)}>Keep it</Button>
      </div>
    </Note>
  );
}
