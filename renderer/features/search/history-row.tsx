import { useState } from 'react';
import { formatTime } from '../../../shared/format.ts';
import {
  describeProcessorChanges,
  describeProgress,
  describeState,
} from '../../../shared/jobs/describe-job.ts';
import { fetchLimitReached } from '../../../shared/jobs/fetch-limit.ts';
import { isActiveJob } from '../../../shared/jobs/job.ts';
import type { HistoryEntry } from '../../../shared/searches/search-history.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession } from '../../context/use-stores.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { describeSearch } from './describe-search.ts';
import { countFetchQueries, printFetchQueries } from './fetch-query-texts.ts';
import styles from './results.module.css';
import { clearHistory, loadIntoForm, repeatFetch } from './search-commands.ts';
import { showChanges, showFetch } from './show-fetch.ts';
import { texts } from './texts.ts';

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
export function HistoryRow({ entry }: { readonly entry: HistoryEntry }) {
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
            <TextButton onClick={() => void clearHistory(app, [job.id])}>
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
