import { CopyButton } from '@mantine/core';
import { useState } from 'react';
import { formatUtc } from '../../../shared/format.ts';
import { isActiveJob } from '../../../shared/jobs/job.ts';
import type { HistoryEntry } from '../../../shared/searches/search-history.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession } from '../../context/use-stores.ts';

import { describeProgress, describeState } from '../../ui/job/describe-job.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { describeSearch } from './describe-search.ts';
import styles from './results.module.css';
import { clearHistory, loadIntoForm, repeatFetch } from './search-commands.ts';
import { showFetch } from './show-fetch.ts';

/** One fetch of the history: time, query, outcome and actions. */
export function HistoryRow({ entry }: { readonly entry: HistoryEntry }) {
  const app = useApp();
  const signedIn = useSession((state) => state.session?.status === 'signed-in');
  const [isConfirming, setConfirming] = useState(false);
  const { job, search, queryText, run, searchName } = entry;
  const close = () => app.stores.ui.getState().closeDialog();
  const fetchAgain = async () => {
    const started = await repeatFetch(app, entry);
    if (started.ok) close();
  };
  const show = () => {
    showFetch(app, job.id);
    close();
  };
  return (
    <li className={styles.entry} data-state={job.state}>
      <div className={styles.entryHead}>
        <strong>{job.title}</strong>
        <span className="muted numeric">{formatUtc(job.startedAt)}</span>
      </div>
      <div className="muted">{describeSearch(search)}</div>
      {run ? (
        <div className="muted">
          {run.kind === 'full' ? 'Full check' : 'Incremental run'} of the saved search “{searchName ?? '?'}”
        </div>
      ) : null}
      <div>
        {describeState(job)} · <span className="muted numeric">{describeProgress(job)}</span>
      </div>
      {job.failure ? <div className={styles.problem}>{job.failure.message}</div> : null}
      <details>
        <summary className="muted">Query text</summary>
        <pre className={styles.queryText}>{queryText}</pre>
      </details>
      <div className={styles.entryTools}>
        <TextButton
          disabled={!signedIn}
          aria-label={`Fetch again: ${job.title}`}
          onClick={() => void fetchAgain()}
        >
          Fetch again
        </TextButton>
        <TextButton aria-label={`Load into form: ${job.title}`} onClick={() => loadIntoForm(app, search)}>
          Load into form
        </TextButton>
        <CopyButton value={queryText}>
          {({ copied, copy }) => (
            <TextButton aria-label={`Copy the query: ${job.title}`} onClick={copy}>
              {copied ? 'Copied' : 'Copy the query'}
            </TextButton>
          )}
        </CopyButton>
        <TextButton aria-label={`Show results: ${job.title}`} onClick={show}>
          Show results
        </TextButton>
        {isActiveJob(job) ? null : isConfirming ? (
          <>
            <TextButton onClick={() => void clearHistory(app, [job.id])}>Confirm removal</TextButton>
            <TextButton onClick={() => setConfirming(false)}>Cancel</TextButton>
          </>
        ) : (
          <TextButton
            aria-label={`Remove from the history: ${job.title}`}
            onClick={() => setConfirming(true)}
          >
            Remove
          </TextButton>
        )}
      </div>
    </li>
  );
}
