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
  const summary = summarizeJobs([
    jobOf('running', { done: 1, total: 2 }),
    jobOf('waiting', { done: 0, total: 2 }),
    jobOf('failed'),
    jobOf('interrupted'),
    jobOf('cancelled'),
    jobOf('complete'),
  ]);
  expect(summary).toEqual({ active: 2, unfinished: 2, fraction: 0.25 });
  expect(describeJobs(summary)).toBe('2 running, 2 unfinished');
});

test('there is no progress where a total is unknown, or nothing runs', () => {
  expect(summarizeJobs([jobOf('running', { done: 1, total: 2 }), jobOf('running')]).fraction).toBeNull();
  expect(summarizeJobs([jobOf('complete')]).fraction).toBeNull();
  expect(describeJobs(summarizeJobs([jobOf('complete')]))).toBe('all complete');
});
