import { expect, it } from 'vitest';
import { mergeJobLists } from '../../../../renderer/context/live-updates.ts';
import type { Job } from '../../../../shared/jobs/job.ts';

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

it('uses the response where no event arrived in between', () => {
  const before = [one];
  expect(mergeJobLists(before, before, [oneDone, two])).toEqual([oneDone, two]);
});

it('never lets a response undo an event that arrived since its request', () => {
  expect(mergeJobLists([], [oneDone], [one])).toEqual([oneDone]);
  expect(mergeJobLists([], [oneDone], [])).toEqual([oneDone]);
  expect(mergeJobLists([one], [], [one, two])).toEqual([two]);
  expect(mergeJobLists([one], [one, two], [oneDone])).toEqual([two, oneDone]);
});
