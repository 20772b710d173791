import { CopyButton } from '@mantine/core';
import { useState } from 'react';
import { isActive } from '../../../shared/jobs/job.ts';
import type { HistoryEntry } from '../../../shared/searches/history.ts';
import { useApp } from '../../app/app-context.tsx';
import { useSession } from '../../app/use-stores.ts';
import { askAgain, clearHistory, loadIntoForm, openFetchResults } from '../../commands/search-commands.ts';
import { formatUtc } from '../../components/format.ts';
import { TextButton } from '../../components/text-button.tsx';
import { describeProgress, describeState } from '../jobs/describe-job.ts';
import { describeSearch } from './describe-search.ts';
import styles from './results.module.css';

/** One thing that was asked: when, what, what came of it, and its text. */
export function HistoryRow({ entry }: { readonly entry: HistoryEntry }) {
  const app = useApp();
  const signedIn = useSession((state) => state.session?.status === 'signed-in');
  const [isAsking, setAsking] = useState(false);
  const { job, search, queryText, run, searchName } = entry;
  const close = () => app.stores.ui.getState().closeDialog();
  const again = async () => {
    const begun = await askAgain(app, entry);
    if (begun.ok) close();
  };
  const show = () => {
    openFetchResults(app, job.id);
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
          {run.kind === 'full' ? 'Check of everything' : 'Run for what is new'} of the saved search “
          {searchName ?? '?'}”
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
        <TextButton disabled={!signedIn} aria-label={`Ask again: ${job.title}`} onClick={() => void again()}>
          Ask again
        </TextButton>
        <TextButton aria-label={`Load into the form: ${job.title}`} onClick={() => loadIntoForm(app, search)}>
          Load into the form
        </TextButton>
        <CopyButton value={queryText}>
          {({ copied, copy }) => (
            <TextButton aria-label={`Copy the text: ${job.title}`} onClick={copy}>
              {copied ? 'Copied' : 'Copy the text'}
            </TextButton>
          )}
        </CopyButton>
        <TextButton aria-label={`Show the results: ${job.title}`} onClick={show}>
          Show its results
        </TextButton>
        {isActive(job) ? null : isAsking ? (
          <>
            <TextButton onClick={() => void clearHistory(app, [job.id])}>Really remove</TextButton>
            <TextButton onClick={() => setAsking(false)}>Keep</TextButton>
          </>
        ) : (
          <TextButton aria-label={`Remove from the history: ${job.title}`} onClick={() => setAsking(true)}>
            Remove
          </TextButton>
        )}
      </div>
    </li>
  );
}
