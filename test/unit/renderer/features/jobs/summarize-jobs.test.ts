import { expect, test } from 'vitest';
import { describeJobs, summarizeJobs } from '../../../../../renderer/features/jobs/summarize-jobs.ts';
import type { Job } from '../../../../../shared/jobs/job.ts';

const jobOf = (state: Job['state'], progress?: { done: number; total?: number }): Job => ({
  id: crypto.randomUUID(),
  kind: 'chips',
  title: 'Chips',
  state,
  startedAt: '2026-11-22T00:00:00Z',
  updatedAt: '2026-11-22T00:00:00Z',
  resumable: false,
  warnings: [],
  ...(progress ? { progress: { unit: 'chips', ...progress } } : {}),
});

test('active and unfinished jobs are counted, cancelled and complete ones are not', () => {
  const summary = summarizeJobs(
    [
      jobOf('running', { done: 1, total: 2 }),
      jobOf('waiting', { done: 0, total: 2 }),
      jobOf('failed'),
      jobOf('interrupted'),
      jobOf('cancelled'),
      jobOf('complete'),
    ],
    'connected',
  );
  expect(summary).toEqual({ active: 2, unfinished: 2, fraction: 0.25, isFollowed: true });
  expect(describeJobs(summary)).toBe('2 running, 2 unfinished');
});

test('there is no progress where a total is unknown, or nothing runs', () => {
  expect(
    summarizeJobs([jobOf('running', { done: 1, total: 2 }), jobOf('running')], 'connected').fraction,
  ).toBeNull();
  expect(summarizeJobs([jobOf('complete')], 'connected').fraction).toBeNull();
  expect(describeJobs(summarizeJobs([jobOf('complete'), jobOf('cancelled')], 'connected'))).toBe('all ended');
});

test('while the link to Sightline is lost, active jobs are described by their last known state, without a bar', () => {
  const jobs = [jobOf('running', { done: 1, total: 2 }), jobOf('failed')];
  const summary = summarizeJobs(jobs, 'lost');
  expect(summary).toEqual({ active: 1, unfinished: 1, fraction: null, isFollowed: false });
  expect(describeJobs(summary)).toBe('1 last known as running, 1 unfinished');
});
