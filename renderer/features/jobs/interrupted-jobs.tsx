import { useState } from 'react';
import type { Job } from '../../../shared/jobs/job.ts';
import { useApp } from '../../app/app-context.tsx';
import { useSession, useWorkspace } from '../../app/use-stores.ts';
import { isInterrupted } from '../../commands/job-commands.ts';
import { formatCount } from '../../components/format.ts';
import { TextButton } from '../../components/text-button.tsx';
import styles from './jobs.module.css';

/** So many are named. */
const mostNamed = 3;

/** Offers to go on with what was under way when Sightline closed; “Not now” leaves it to the cards of the jobs. */
export function InterruptedJobs() {
  const { commands } = useApp();
  const jobs = useWorkspace((state) => state.jobs);
  const isSignedIn = useSession((state) => state.session?.status === 'signed-in');
  const [putOff, setPutOff] = useState<ReadonlySet<string>>(new Set());
  const offered = jobs.filter((job) => isInterrupted(job) && !putOff.has(job.id));
  if (offered.length === 0) return null;
  return (
    <section className={styles.card} aria-label="Interrupted jobs">
      <div className={styles.head}>
        <span className={styles.title}>{describeInterrupted(offered)}</span>
        <span className={styles.actions}>
          <TextButton disabled={!isSignedIn} onClick={() => commands.run('jobs.resume-all')}>
            {offered.length === 1 ? 'Resume' : 'Resume all'}
          </TextButton>
          <TextButton onClick={() => setPutOff(new Set(jobs.filter(isInterrupted).map(({ id }) => id)))}>
            Not now
          </TextButton>
        </span>
      </div>
      <div className={styles.counts}>
        {offered.slice(0, mostNamed).map(({ id, title }) => (
          <div key={id}>{title}</div>
        ))}
        {offered.length > mostNamed ? `and ${formatCount(offered.length - mostNamed)} more` : null}
      </div>
      <div className={styles.state}>
        {isSignedIn ? 'What has come is kept; they go on where they stopped.' : 'Sign in to go on with them.'}
      </div>
    </section>
  );
}

/** `2 fetches were interrupted when Sightline closed`. */
export function describeInterrupted(jobs: readonly Pick<Job, 'kind'>[]): string {
  const areFetches = jobs.every(({ kind }) => kind === 'fetch');
  const one = areFetches ? 'A fetch was' : 'A job was';
  const several = `${formatCount(jobs.length)} ${areFetches ? 'fetches' : 'jobs'} were`;
  return `${jobs.length === 1 ? one : several} interrupted when Sightline closed`;
}
