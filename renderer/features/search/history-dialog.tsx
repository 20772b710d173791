import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatTime } from '../../../shared/format.ts';
import {
  describeProcessorChanges,
  describeProgress,
  describeState,
} from '../../../shared/jobs/describe-job.ts';
import { fetchLimitReached } from '../../../shared/jobs/fetch-limit.ts';
import { isActiveJob, type JobState } from '../../../shared/jobs/job.ts';
import type { HistoryEntry } from '../../../shared/searches/search-history.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { unwrap } from '../../ui/failure-error.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { Note } from '../../ui/note.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { describeSearch } from './describe-search.ts';
import { countFetchQueries, printFetchQueries } from './fetch-query-texts.ts';
import styles from './results.module.css';
import { ResultsDialog } from './results-dialog.tsx';
import { clearFetchHistory, loadIntoForm, repeatFetch } from './search-commands.ts';
import { showChanges, showFetch } from './show-fetch.ts';
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
  const { api, queries } = useApp();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, 200);
  const [outcome, setOutcome] = useState<string | null>(null);
  const filter = outcomes.find(({ value }) => value === outcome)?.filter;
  const page = { text, ...filter, limit: pageSize };
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: [...queries.searches.history.pathKey(), page],
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
      <QueryState query={{ data, error, refetch }} loading={texts.history.loading} />
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
            void clearFetchHistory(app, 'all');
          }}
        >
          {texts.history.confirm}
        </Button>
        <Button onClick={() => setConfirming(false)}>{texts.history.cancel}</Button>
      </div>
    </Note>
  );
}

function QueryTexts({ entry }: { readonly entry: HistoryEntry }) {
  const isLimited = entry.search.maxRecords !== undefined && countFetchQueries(entry).count > 1;
  return (
    <>
      {isLimited ? <p className={styles.hint}>{texts.entry.laterLimits}</p> : null}
      <pre className={styles.queryText}>{printFetchQueries(entry)}</pre>
    </>
  );
}

function CopyQueries({ entry, isOne }: { readonly entry: HistoryEntry; readonly isOne: boolean }) {
  const { state, copy } = useCopy();
  const { title } = entry.job;
  const labels = { idle: isOne ? texts.entry.copy : texts.entry.copyQueries, ...texts.entry.copyResults };
  return (
    <TextButton
      aria-label={isOne ? texts.entry.copyNamed(title) : texts.entry.copyQueriesNamed(title)}
      onClick={() => copy(printFetchQueries(entry))}
    >
      {labels[state]}
    </TextButton>
  );
}

/** One fetch of the history: time, query, outcome and actions. */
function HistoryRow({ entry }: { readonly entry: HistoryEntry }) {
  const app = useApp();
  const signedIn = useSession((state) => state.session?.status === 'signed-in');
  const [isConfirming, setConfirming] = useState(false);
  const [areQueriesShown, setQueriesShown] = useState(false);
  const { job, search, run, searchName } = entry;
  const queries = countFetchQueries(entry);
  const close = () => app.stores.ui.getState().closeDialog();
  const fetchAgain = async () => {
    const started = await repeatFetch(app, entry);
    if (started.ok) close();
  };
  const show = () => {
    void showFetch(app, job.id, job.fetch?.orderId);
    close();
  };
  return (
    <li className={styles.entry} data-state={job.state}>
      <div className={styles.entryHead}>
        <strong>{job.title}</strong>
        <span className="muted numeric">{formatTime(job.startedAt)}</span>
      </div>
      <div className="muted">{describeSearch(search)}</div>
      {run ? (
        <div className="muted">
          {run.kind === 'full'
            ? texts.entry.fullCheck(searchName ?? '?')
            : texts.entry.incrementalRun(searchName ?? '?')}
        </div>
      ) : null}
      <div>
        <span className={fetchLimitReached(job) === null ? undefined : styles.limited}>
          {describeState(job)}
        </span>{' '}
        · <span className="muted numeric">{describeProgress(job)}</span>
      </div>
      {describeProcessorChanges(job).map((change) => (
        <div key={change}>{change}</div>
      ))}
      {job.failure ? (
        <div className={styles.problem}>
          <FailureText failure={job.failure} />
        </div>
      ) : null}
      <details onToggle={({ currentTarget }) => setQueriesShown(currentTarget.open)}>
        <summary className="muted">
          {queries.count === 1 ? texts.entry.queryText : texts.entry.queries(queries.count, queries.reached)}
        </summary>
        {areQueriesShown ? <QueryTexts entry={entry} /> : null}
      </details>
      <div className={styles.entryTools}>
        <TextButton
          disabled={!signedIn}
          aria-label={texts.entry.fetchAgainNamed(job.title)}
          onClick={() => void fetchAgain()}
        >
          {texts.entry.fetchAgain}
        </TextButton>
        <TextButton aria-label={texts.entry.loadNamed(job.title)} onClick={() => loadIntoForm(app, search)}>
          {texts.entry.load}
        </TextButton>
        <CopyQueries entry={entry} isOne={queries.count === 1} />
        <TextButton aria-label={texts.entry.showNamed(job.title)} onClick={show}>
          {texts.entry.show}
        </TextButton>
        {(job.fetch?.changedRecords ?? 0) > 0 ? (
          <TextButton
            aria-label={texts.entry.showChangesNamed(job.title)}
            onClick={() => showChanges(app, job.id)}
          >
            {texts.entry.showChanges}
          </TextButton>
        ) : null}
        {isActiveJob(job) ? null : isConfirming ? (
          <>
            <TextButton onClick={() => void clearFetchHistory(app, [job.id])}>
              {texts.entry.confirmRemoval}
            </TextButton>
            <TextButton onClick={() => setConfirming(false)}>{texts.entry.cancel}</TextButton>
          </>
        ) : (
          <TextButton aria-label={texts.entry.removeNamed(job.title)} onClick={() => setConfirming(true)}>
            {texts.entry.remove}
          </TextButton>
        )}
      </div>
    </li>
  );
}
