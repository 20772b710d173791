import { describe, expect, test } from 'vitest';
import {
  describeProcessorChanges,
  describeProgress,
  describeState,
  progressFraction,
  withoutPace,
} from '../../../../shared/jobs/describe-job.ts';
import { type Job, jobSchema, jobStates } from '../../../../shared/jobs/job.ts';

const fetchJob: Job = {
  id: '5b0e7f6e-35b2-4df8-9b0c-4c3f8a3f0d11',
  kind: 'fetch',
  title: 'East Asia',
  state: 'running',
  startedAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:01.000Z',
  resumable: false,
  warnings: [],
  ratePerSecond: 5120.4,
  fetch: {
    queryText: '',
    pages: 3,
    records: 1500,
    detections: 41_207,
    newRecords: 1400,
    changedRecords: 20,
    problems: 1,
    offset: 1500,
  },
};

const kinds = jobSchema.shape.kind.options;

describe('describeState', () => {
  test('a running fetch names the page it waits for', () => {
    expect(describeState(fetchJob)).toBe('Page 4 of a running query');
  });

  test('every state has a text of its own', () => {
    const texts = jobStates.map((state) => describeState({ ...fetchJob, state }));
    expect(new Set(texts).size).toBe(jobStates.length);
  });

  test('a stopped fetch is not called complete', () => {
    expect(describeState({ ...fetchJob, state: 'stopped' })).toContain('not complete');
  });

  test('a stopped fetch states whether another request may help', () => {
    const stopped = { ...fetchJob, state: 'stopped' } as const;
    expect(describeState(stopped)).not.toContain('again');
    expect(describeState({ ...stopped, resumable: true })).toContain('again');
  });

  test('a job that waits for the service states that, not that a sign-in is needed', () => {
    const pause = { reason: 'The service answered with status 503.' };
    expect(describeState({ ...fetchJob, pause })).toBe('Waiting before retrying');
    expect(describeState({ ...fetchJob, state: 'waiting', pause })).toContain('for the service');
    expect(describeState({ ...fetchJob, state: 'waiting' })).toContain('sign in');
    expect(describeProgress({ ...fetchJob, pause, secondsLeft: 250 })).not.toMatch(/\/s|left/);
  });

  test('a fetch that ended at its limit states that, and that more exist only if the service stated it', () => {
    const { fetch } = fetchJob;
    if (!fetch) throw new Error('The job above has a fetch.');
    const ended = (more: object, maxRecords = 1500) =>
      describeState({ ...fetchJob, state: 'complete', fetch: { ...fetch, maxRecords, ...more } });
    expect(ended({ recordsBeyondLimit: 'exist' })).toBe('Stopped at your limit of 1,500 records; more exist');
    expect(ended({ recordsBeyondLimit: 'unknown' })).toBe(
      'Stopped at your limit of 1,500 records; whether more exist is not known',
    );
    expect(ended({ recordsBeyondLimit: 'none' })).toBe('Complete');
    expect(ended({}), 'ended by a former version').toContain('not known');
    expect(ended({}, 2000)).toBe('Complete');
    expect(ended({ recordsBeyondLimit: 'exist' }, 1)).toContain('your limit of 1 record;');
  });

  test('only resumable jobs state that they can be resumed', () => {
    expect(describeState({ ...fetchJob, state: 'failed', resumable: true })).toContain('can be resumed');
    expect(describeState({ ...fetchJob, state: 'failed' })).not.toContain('can be resumed');
  });
});

describe('describeProgress', () => {
  test('a fetch states pages, records, detections, problems and rate', () => {
    expect(describeProgress(fetchJob)).toBe(
      '3 pages · 1,500 records (1,400 new, 20 changed) · 41,207 detections · 1 problem · 5,120/s',
    );
  });

  test('a job that is no longer followed has neither rate nor time left', () => {
    expect(describeProgress(withoutPace({ ...fetchJob, secondsLeft: 250 }))).not.toMatch(/\/s|left/);
  });

  test('an ended job has no rate', () => {
    expect(describeProgress({ ...fetchJob, state: 'complete' })).not.toContain('/s');
  });

  test('a fetch states its longest remaining time where that is known', () => {
    expect(describeProgress({ ...fetchJob, secondsLeft: 250 })).toMatch(/ · at most about 4 min 10 s left$/);
    expect(describeProgress({ ...fetchJob, state: 'complete', secondsLeft: 250 })).not.toContain('left');
  });

  test('a chip prefetch states its outcomes, and leaves out those that did not occur', () => {
    const { fetch: _, ratePerSecond: __, ...rest } = fetchJob;
    const progress = { done: 14, total: 40, unit: 'chips' } as const;
    const chips = { cached: 0, fetched: 12, bytes: 1_234_567, absent: 2, failed: 0 };
    expect(describeProgress({ ...rest, kind: 'chips', progress, chips })).toBe(
      '14 of 40 chips · 12 fetched (1.2 MB) · 2 not available yet',
    );
  });

  test.each(kinds)('a complete job of kind %s states no part of a total', (kind) => {
    const { fetch, ...rest } = fetchJob;
    const chips = { cached: 1, fetched: 249, bytes: 1, absent: 0, failed: 0 };
    const counts: Partial<Job> = {
      progress: { done: 250, total: 1370, unit: 'chips' },
      ...(kind === 'fetch' ? { fetch } : {}),
      ...(kind === 'export' ? { export: { written: 250, total: 1370, files: [] } } : {}),
      ...(kind === 'chips' ? { chips } : {}),
    };
    const complete = describeProgress({ ...rest, ...counts, kind, state: 'complete' });
    expect(complete).not.toMatch(/ of |1,370|\/s/);
    if (kind === 'export') expect(complete).toBe('250 detections');
    if (kind !== 'fetch') expect(describeProgress({ ...rest, ...counts, kind })).toContain('250 of 1,370');
  });

  test('an export states how much of the total is written', () => {
    const { fetch: _, ratePerSecond: __, ...rest } = fetchJob;
    const job: Job = { ...rest, kind: 'export', export: { written: 10, total: 1, files: [] } };
    expect(describeProgress(job)).toBe('10 of 1 detection');
  });
});

describe('progressFraction', () => {
  const fetch = fetchJob.fetch;
  if (!fetch) throw new Error('The job above has a fetch.');

  test('is unknown while the end of a fetch is', () => {
    expect(progressFraction(fetchJob)).toBeNull();
  });

  test('follows the records that were requested', () => {
    expect(progressFraction({ ...fetchJob, fetch: { ...fetch, maxRecords: 3000 } })).toBe(0.5);
  });

  test('follows the records that a former run brought', () => {
    expect(progressFraction({ ...fetchJob, fetch: { ...fetch, expectedRecords: 6000 } })).toBe(0.25);
  });

  test('never passes the end, and is there once the job is complete', () => {
    expect(progressFraction({ ...fetchJob, fetch: { ...fetch, maxRecords: 100 } })).toBe(1);
    expect(progressFraction({ ...fetchJob, state: 'complete' })).toBe(1);
  });
});

test('changes of QC status and processor versions are described with the number of records', () => {
  const { fetch } = fetchJob;
  if (!fetch) throw new Error('The job above has a fetch.');
  const passedToFailed = { former: 'PASSED', current: 'FAILED', records: 3 };
  const described = (
    kinds: readonly (typeof passedToFailed | { former: null; current: string; records: number })[],
  ) =>
    describeProcessorChanges({
      ...fetchJob,
      fetch: { ...fetch, processorChanges: [{ statement: 'qc_status', records: 4, kinds: [...kinds] }] },
    });
  expect(describeProcessorChanges(fetchJob)).toEqual([]);
  expect(described([{ ...passedToFailed, records: 4 }])).toEqual([
    'QC status of 4 records changed: PASSED → FAILED',
  ]);
  expect(described([passedToFailed, { former: null, current: 'PASSED', records: 1 }])).toEqual([
    'QC status of 4 records changed: PASSED → FAILED (3), none → PASSED (1)',
  ]);
  expect(described([passedToFailed])).toEqual(['QC status of 4 records changed: PASSED → FAILED, others']);
});
