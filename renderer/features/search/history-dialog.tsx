import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { texts } from './texts.ts';

const pageSize = 50;

const outcomes: readonly {
  readonly value: string;
  readonly label: string;
  readonly filter: { readonly states: JobState[]; readonly endedAtLimit?: boolean };
}[] = [
  {
    value: 'complete',
    label: texts.history.outcomes.complete,
    filter: { states: ['complete'], endedAtLimit: false },
  },
  {
    value: 'limit',
    label: texts.history.outcomes.limit,
    filter: { states: ['complete'], endedAtLimit: true },
  },
  {
    value: 'active',
    label: texts.history.outcomes.active,
    filter: { states: ['queued', 'running', 'waiting'] },
  },
  {
    value: 'partial',
    label: texts.history.outcomes.early,
    filter: { states: ['cancelled', 'interrupted', 'stopped'] },
  },
  { value: 'failed', label: texts.history.outcomes.failed, filter: { states: ['failed'] } },
];

/** The fetch history, latest first. */
export function HistoryDialog() {
  return (
    <ResultsDialog name="history" title={texts.history.title} size={820}>
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
      // The offset counts entries that cannot be read, too: pages leave them out.
      const offset = pages.length * pageSize;
      return offset < last.total ? offset : undefined;
    },
  });
  const entries = data?.pages.flatMap((each) => each.entries) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const isNarrowed = text !== '' || filter !== undefined;
  return (
    <>
      <div className={styles.historyTools}>
        <TextInput
          aria-label={texts.history.find}
          placeholder={texts.history.findExample}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Select
          aria-label={texts.history.outcome}
          placeholder={texts.history.anyOutcome}
          clearable
          data={outcomes.map(({ value, label }) => ({ value, label }))}
          value={outcome}
          onChange={setOutcome}
        />
      </div>
      {error ? <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <LoadingState label={texts.history.loading} /> : null}
      {data && entries.length === 0 ? (
        <EmptyState
          title={isNarrowed ? texts.history.noMatch.title : texts.history.empty.title}
          hint={isNarrowed ? texts.history.noMatch.hint : texts.history.empty.hint}
        />
      ) : null}
      <ul className={styles.list} aria-label={texts.history.title}>
        {entries.map((entry) => (
          <HistoryRow key={entry.job.id} entry={entry} />
        ))}
      </ul>
      <div className={styles.actions}>
        {hasNextPage ? (
          <Button loading={isFetching} onClick={() => void fetchNextPage()}>
            {texts.history.more}
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
  if (!isConfirming) return <Button onClick={() => setConfirming(true)}>{texts.history.clear}</Button>;
  return (
    <Note tone="warn">
      {texts.history.confirmClear(total)}
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
          {texts.history.confirm}
        </Button>
        <Button onClick={() => setConfirming(false)}>{texts.history.cancel}</Button>
      </div>
    </Note>
  );
}
