import { useState } from 'react';
import type { Job } from '../../../shared/jobs/job.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession, useWorkspace } from '../../context/use-stores.ts';

import { TextButton } from '../../ui/text-button.tsx';
import { isInterrupted } from './job-commands.ts';
import styles from './jobs.module.css';
import { texts } from './texts.ts';

/** Offers to resume several jobs that were interrupted when Sightline closed at once; each has a button in its card. */
export function InterruptedJobs() {
  const { commands } = useApp();
  const jobs = useWorkspace((state) => state.jobs);
  const isSignedIn = useSession((state) => state.session?.status === 'signed-in');
  const [dismissedIds, setDismissedIds] = useState<ReadonlySet<string>>(new Set());
  const offered = jobs.filter((job) => isInterrupted(job) && !dismissedIds.has(job.id));
  if (offered.length < 2) return null;
  return (
    <section className={styles.card} aria-label={texts.interrupted.label}>
      <div className={styles.head}>
        <span className={styles.title}>{describeInterrupted(offered)}</span>
        <span className={styles.actions}>
          <TextButton onClick={() => commands.run('jobs.resume-all')}>
            {texts.interrupted.resumeAll}
          </TextButton>
          <TextButton
            onClick={() => setDismissedIds(new Set(jobs.filter(isInterrupted).map(({ id }) => id)))}
          >
            {texts.interrupted.notNow}
          </TextButton>
        </span>
      </div>
      <div className={styles.state}>
        {isSignedIn ? texts.interrupted.resumable : texts.interrupted.signInToResume}
      </div>
    </section>
  );
}

/** `2 fetches were interrupted when Sightline closed`. */
export function describeInterrupted(jobs: readonly Pick<Job, 'kind'>[]): string {
  return texts.interrupted.title(
    jobs.length,
    jobs.every(({ kind }) => kind === 'fetch'),
  );
}
