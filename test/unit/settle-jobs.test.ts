import { expect, it } from 'vitest';
import { settleJobs } from '../../renderer/api/settle-jobs.ts';
import type { Job } from '../../shared/jobs/job.ts';

function buildJob(id: string, updatedAt: string, state: Job['state'] = 'running'): Job {
  return {
    id,
    kind: 'workspace',
    title: id,
    state,
    startedAt: updatedAt,
    updatedAt,
    resumable: false,
    warnings: [],
  };
}

const one = buildJob('one', '2026-11-20T08:00:00Z');
const oneDone = buildJob('one', '2026-11-20T08:00:05Z', 'complete');
const two = buildJob('two', '2026-11-20T08:00:03Z');

it('takes the answer where no event came meanwhile', () => {
  const before = [one];
  expect(settleJobs(before, before, [oneDone, two])).toEqual([oneDone, two]);
});

it('never lets an answer undo what an event has told since it was asked for', () => {
  expect(settleJobs([], [oneDone], [one])).toEqual([oneDone]);
  expect(settleJobs([], [oneDone], [])).toEqual([oneDone]);
  expect(settleJobs([one], [], [one, two])).toEqual([two]);
  expect(settleJobs([one], [one, two], [oneDone])).toEqual([two, oneDone]);
});
