import { describe, expect, it } from 'vitest';
import { createEvents } from '../../../../../electron/core/base/events.ts';
import { createLimiter } from '../../../../../electron/core/base/limiter.ts';
import {
  createJobRunner,
  type JobEnd,
  JobFailure,
  type JobHandle,
  type JobStorage,
  newJob,
} from '../../../../../electron/core/jobs/job-runner.ts';
import type { AppEvent } from '../../../../../shared/events/app-event.ts';
import type { Job } from '../../../../../shared/jobs/job.ts';
import { fail, succeed } from '../../../../../shared/result.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { valued } from '../../../../builders/fetch-core.ts';

function setUp() {
  const events = createEvents();
  const published: AppEvent[] = [];
  events.listen(({ event }) => published.push(event));
  const problems: unknown[] = [];
  const jobs = createJobRunner({ events, onProblem: (error) => problems.push(error) });
  const states = (id: string) =>
    published.flatMap((event) => (event.type === 'job' && event.job.id === id ? [event.job.state] : []));
  return { jobs, published, problems, states };
}

/** A task that runs until the test ends it, or its signal aborts. */
function createTask() {
  const end = Promise.withResolvers<JobEnd>();
  const handles: JobHandle[] = [];
  const run = (handle: JobHandle) => {
    handles.push(handle);
    handle.signal.addEventListener('abort', () => end.reject(handle.signal.reason));
    return end.promise;
  };
  const handle = async () => {
    await eventually(() => expect(handles).not.toHaveLength(0));
    const [first] = handles;
    if (!first) throw new Error('The task has not started.');
    return first;
  };
  return { run, handle, resolve: end.resolve, reject: end.reject };
}

/** A storage that remembers every saved job. */
function createStorage(options: Partial<JobStorage> = {}) {
  const saved: Job[] = [];
  const storage: JobStorage = {
    check: () => succeed(undefined),
    save: async (job) => void saved.push(job),
    remove: async () => {},
    ...options,
  };
  return { storage, saved };
}

const copy = () => newJob({ kind: 'workspace', title: 'Copy' });
const fetching = () => newJob({ kind: 'fetch', title: 'Fetch', resumable: true });

describe('a job that is not stored', () => {
  it('runs to its end, with what its task returned', async () => {
    const { jobs, states, problems } = setUp();
    const { run, handle, resolve } = createTask();
    const { id } = valued(await jobs.start({ job: copy(), run }));
    const { update, report } = await handle();
    update({ pause: { reason: 'The disk is busy.' } });
    expect(jobs.get(id)?.pause).toBeDefined();
    update({ ratePerSecond: 3 });
    expect(jobs.get(id)).toMatchObject({ state: 'running', ratePerSecond: 3 });
    expect(jobs.get(id)?.pause).toBeUndefined();
    resolve({ outcome: 'Copied.', warnings: ['It is large.'] });
    await eventually(() => expect(jobs.get(id)?.state).toBe('complete'));
    expect(jobs.get(id)).toMatchObject({ outcome: 'Copied.', warnings: ['It is large.'], resumable: false });
    expect(jobs.get(id)).not.toHaveProperty('ratePerSecond');
    report({ ratePerSecond: 5 });
    update({ state: 'running' });
    expect(jobs.get(id)?.state, 'changes after the end are ignored').toBe('complete');
    expect(states(id).at(-1)).toBe('complete');
    expect(problems).toEqual([]);
  });

  it('fails as its task says; an unexpected error is reported, too', async () => {
    const { jobs, problems } = setUp();
    const expected = valued(
      await jobs.start({
        job: copy(),
        run: () => Promise.reject(new JobFailure(fail('too-large', 'It is too large.').failure)),
      }),
    );
    const unexpected = valued(
      await jobs.start({ job: copy(), run: () => Promise.reject(new Error('The cable broke.')) }),
    );
    await eventually(() => expect(jobs.get(unexpected.id)?.state).toBe('failed'));
    expect(jobs.get(expected.id)?.failure).toEqual({ code: 'too-large', message: 'It is too large.' });
    expect(jobs.get(unexpected.id)?.failure).toEqual({ code: 'disk', message: 'The cable broke.' });
    expect(problems).toEqual([new Error('The cable broke.')]);
    expect(await jobs.resume(expected.id)).toMatchObject({ ok: false, failure: { code: 'conflict' } });
  });

  it('can be cancelled until it commits', async () => {
    const { jobs } = setUp();
    const [one, other] = [createTask(), createTask()];
    const first = valued(await jobs.start({ job: copy(), run: one.run }));
    const second = valued(await jobs.start({ job: copy(), run: other.run }));
    const { commit } = await one.handle();
    (await other.handle()).commit();
    expect(valued(await jobs.cancel(first.id)).state).toBe('cancelled');
    expect(commit, 'too late').toThrow();
    expect(valued(await jobs.cancel(second.id)).state).toBe('running');
    await jobs.stopAll();
    jobs.clear();
    expect(
      jobs.list().map(({ id }) => id),
      'a committed job stays in the list',
    ).toEqual([second.id]);
    other.resolve({});
    await eventually(() => expect(jobs.get(second.id)?.state).toBe('complete'));
  });

  it('publishes what it reports at most every 200 ms, but has it at once', async () => {
    const { jobs, published } = setUp();
    const { run, handle, resolve } = createTask();
    const { id } = valued(await jobs.start({ job: copy(), run }));
    const { progress } = await handle();
    const before = published.length;
    for (let done = 1; done <= 1_000; done += 1) progress({ done, unit: 'steps' });
    expect(published.length - before).toBeLessThan(1_000);
    expect(jobs.get(id)?.progress).toEqual({ done: 1_000, unit: 'steps' });
    resolve({});
    await eventually(() => expect(jobs.get(id)?.state).toBe('complete'));
    expect(jobs.get(id)?.progress?.done).toBe(1_000);
  });
});

describe('a stored job', () => {
  it('is saved before it starts, and not started when it cannot be saved', async () => {
    const { jobs } = setUp();
    const { storage } = createStorage({ save: () => Promise.reject(new Error('The disk is full.')) });
    const run = () => Promise.reject(new Error('It was started.'));
    expect(await jobs.start({ job: fetching(), run, storage })).toEqual(fail('disk', 'The disk is full.'));
    const closed = createStorage({ check: () => fail('cancelled', 'The workspace was closed meanwhile.') });
    expect(await jobs.start({ job: fetching(), run, storage: closed.storage })).toMatchObject({ ok: false });
    expect(closed.saved).toEqual([]);
    expect(jobs.list()).toEqual([]);
  });

  it('is interrupted by the end, listed again, and resumed from its last checkpoint', async () => {
    const first = setUp();
    const { storage, saved } = createStorage();
    const interrupted = createTask();
    const { id } = valued(await first.jobs.start({ job: fetching(), run: interrupted.run, storage }));
    const { progress, checkpoint } = await interrupted.handle();
    progress({ done: 64, unit: 'chips' });
    checkpoint();
    progress({ done: 70, unit: 'chips' });
    await first.jobs.stopAll();
    expect(first.jobs.get(id)).toMatchObject({
      state: 'interrupted',
      resumable: true,
      progress: { done: 64 },
    });
    expect(saved.map(({ state }) => state)).toEqual(['running', 'running', 'interrupted']);

    const second = setUp();
    const killed = saved[1];
    if (!killed) throw new Error('Nothing was saved.');
    const resumed = createTask();
    await second.jobs.restore({ job: killed, run: resumed.run, storage });
    expect(second.jobs.get(id)).toMatchObject({ state: 'interrupted', resumable: true });
    expect(saved.at(-1)?.state).toBe('interrupted');
    valued(await second.jobs.resume(id));
    expect((await resumed.handle()).latest()).toMatchObject({ state: 'running', progress: { done: 64 } });
    expect(await second.jobs.resume(id), 'it runs').toMatchObject({
      ok: false,
      failure: { code: 'conflict' },
    });
    resumed.resolve({});
    await eventually(() => expect(second.jobs.get(id)?.state).toBe('complete'));
    expect(saved.at(-1)).toEqual(second.jobs.get(id));
    expect(await second.jobs.resume(id)).toMatchObject({ ok: false, failure: { code: 'conflict' } });
    valued(await second.jobs.dismiss(id));
    expect(second.published.at(-1)).toEqual({ type: 'job-removed', id });
  });

  it('loses its failure when it is resumed, and ends even if that cannot be saved', async () => {
    const { jobs, problems } = setUp();
    let isFull = false;
    const { storage } = createStorage({
      save: async () => {
        if (isFull) throw new Error('The disk is full.');
      },
    });
    const job = { ...fetching(), state: 'failed' as const, failure: fail('timeout', 'Too late.').failure };
    const { run, handle, resolve } = createTask();
    await jobs.restore({ job, run, storage });
    expect(valued(await jobs.resume(job.id))).not.toHaveProperty('failure');
    await handle();
    isFull = true;
    resolve({});
    await eventually(() => expect(jobs.get(job.id)?.state).toBe('complete'));
    expect(problems).toEqual([new Error('The disk is full.')]);
  });

  it('is queued while all slots are taken, and can be cancelled there', async () => {
    const { jobs, states } = setUp();
    const slots = createLimiter(1);
    const [one, other] = [createTask(), createTask()];
    const { storage } = createStorage();
    const first = valued(await jobs.start({ job: fetching(), run: one.run, slots, storage }));
    const second = valued(await jobs.start({ job: fetching(), run: other.run, slots, storage }));
    const third = valued(await jobs.start({ job: fetching(), run: other.run, slots, storage }));
    expect([first, second, third].map(({ state }) => state)).toEqual(['running', 'queued', 'queued']);
    expect(valued(await jobs.cancel(third.id))).toMatchObject({ state: 'cancelled', resumable: true });
    one.resolve({});
    await other.handle();
    expect(jobs.get(second.id)?.state).toBe('running');
    other.resolve({ state: 'stopped', resumable: false });
    await eventually(() => expect(jobs.get(second.id)).toMatchObject({ state: 'stopped', resumable: false }));
    expect(states(third.id)).toEqual(['queued', 'cancelled']);
  });
});

it('is answered within a second when it is cancelled, also while its work does not end', async () => {
  const { jobs } = setUp();
  const end = Promise.withResolvers<JobEnd>();
  const { id } = valued(await jobs.start({ job: copy(), run: () => end.promise }));
  await eventually(() => expect(jobs.get(id)?.state).toBe('running'));
  expect(valued(await jobs.cancel(id))).toMatchObject({ state: 'running', isEnding: true });
  end.reject(new Error('cancelled'));
  await eventually(() => expect(jobs.get(id)?.state).toBe('cancelled'));
  expect(jobs.get(id)).not.toHaveProperty('isEnding');
});
