import { errorText } from '../../../shared/error-text.ts';
import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import { fail, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import { toWriteResult } from '../workspace/open/get-open-workspace.ts';
import { type JobEnd, JobFailure, type JobHandle, type JobRunner, type RunnableJob } from './job-runner.ts';

type JobRunnerDeps = {
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
};

/** A job in the list; `run` while it is active. */
type Entry = { readonly task: RunnableJob; job: Job; run?: Run };

type Run = {
  readonly controller: AbortController;
  /** Resolves when the job has ended and its state has been saved. */
  readonly ended: Promise<void>;
  /** The state in which it ends once the controller has aborted. */
  stopState: 'cancelled' | 'interrupted';
  isCommitted: boolean;
};

/** Minimum interval between the events of reported changes in milliseconds. */
const reportIntervalMs = 200;

/** A runner without jobs, which publishes to `events`. */
export function createJobRunner({ events, onProblem }: JobRunnerDeps): JobRunner {
  const entries = new Map<string, Entry>();

  const set = (entry: Entry, job: Job) => {
    entry.job = job;
    entries.set(job.id, entry);
    events.publish({ type: 'job', job });
  };
  const remove = (id: string) => {
    if (entries.delete(id)) events.publish({ type: 'job-removed', id });
  };
  const save = async ({ task }: Entry, job: Job) => {
    await task.storage?.save(job).catch((error: unknown) => onProblem(error, `saving “${job.title}”`));
  };

  const begin = (entry: Entry) => {
    const { task } = entry;
    const controller = new AbortController();
    const { signal } = controller;
    // Acquired here: the next call of `start` finds the slot occupied.
    const slot = task.slots?.acquire(signal).catch(() => undefined);
    let checkpoint: Job | undefined;
    let publishedAt = Number.NEGATIVE_INFINITY;
    let isOver = false;
    const change = (job: Job) => {
      publishedAt = performance.now();
      set(entry, { ...job, updatedAt: nowUtc() });
    };
    const handle: JobHandle = {
      signal,
      latest: () => entry.job,
      update(changed) {
        if (isOver) return;
        const { pause: _over, slow: _slow, ...job } = entry.job;
        change({ ...job, ...changed });
      },
      report(changed) {
        if (isOver) return;
        entry.job = { ...entry.job, ...changed };
        if (performance.now() - publishedAt >= reportIntervalMs) change(entry.job);
      },
      progress: (progress) => handle.report({ progress }),
      checkpoint() {
        checkpoint = entry.job;
        void save(entry, checkpoint);
      },
      commit() {
        signal.throwIfAborted();
        run.isCommitted = true;
      },
    };
    const endOf = (error: unknown): JobEnd => {
      if (signal.aborted) return { state: run.stopState };
      if (error instanceof JobFailure) return { state: 'failed', failure: error.failure };
      onProblem(error, `“${task.job.title}”`);
      return { state: 'failed', failure: fail('disk', errorText(error)).failure };
    };
    const execute = async (): Promise<Job> => {
      const release = await slot;
      try {
        signal.throwIfAborted();
        handle.update({ state: 'running' });
        return endedJob(entry, await task.run(handle));
      } catch (error) {
        entry.job = checkpoint ?? entry.job;
        return endedJob(entry, endOf(error));
      } finally {
        release?.();
      }
    };
    const finish = async () => {
      const job = await execute();
      isOver = true;
      await save(entry, job);
      delete entry.run;
      set(entry, job);
      task.onEnded?.();
    };
    // The task starts after this function has returned.
    const ended = Promise.resolve().then(finish);
    const run: Run = { controller, ended, stopState: 'cancelled', isCommitted: false };
    entry.run = run;
  };

  const stop = async ({ run }: Entry, state: Run['stopState']) => {
    if (!run || run.isCommitted) return;
    if (!run.controller.signal.aborted) run.stopState = state;
    run.controller.abort();
    await run.ended;
  };

  const start: JobRunner['start'] = async (task) => {
    const { job, slots, storage } = task;
    if (storage) {
      const allowed = storage.check();
      if (!allowed.ok) return allowed;
      // Saved as running even if it is going to be queued: a page can be written for a running fetch only.
      const saved = await toWriteResult(storage.save(job));
      // Checked again: for example, another account may have signed in in the meantime.
      const stillAllowed = storage.check();
      if (!stillAllowed.ok) return stillAllowed;
      if (!saved.ok) return saved;
    }
    // Resumed twice concurrently: the first call has started it while this one was saving.
    if (entries.get(job.id)?.run) return alreadyRunning(job);
    const entry: Entry = { task, job };
    set(entry, !slots || slots.hasFree() ? job : { ...job, state: 'queued' });
    begin(entry);
    return succeed(entry.job);
  };

  return {
    list: () => [...entries.values()].map(({ job }) => job),
    get: (id) => entries.get(id)?.job,
    start,
    async restore(task) {
      const job = restoredJob(task.job);
      const entry = { task, job };
      set(entry, job);
      if (job.state !== task.job.state) await save(entry, job);
    },
    async cancel(id) {
      const entry = entries.get(id);
      if (!entry) return noSuchJob(id);
      await stop(entry, 'cancelled');
      return succeed(entry.job);
    },
    async resume(id) {
      const entry = entries.get(id);
      if (!entry) return noSuchJob(id);
      const { task, job } = entry;
      if (isActiveJob(job)) return alreadyRunning(job);
      if (!job.resumable || !task.storage) {
        return fail('conflict', `“${job.title}” cannot be resumed. Start it again instead.`);
      }
      const { failure: _overcome, ...rest } = job;
      return start({ ...task, job: { ...rest, state: 'running', updatedAt: nowUtc() } });
    },
    async dismiss(id) {
      const entry = entries.get(id);
      if (!entry) return noSuchJob(id);
      const { task, job } = entry;
      if (isActiveJob(job)) return fail('conflict', `“${job.title}” is still running. Cancel it first.`);
      const removed = await toWriteResult(task.storage?.remove() ?? Promise.resolve());
      if (!removed.ok) return removed;
      remove(id);
      return succeed(undefined);
    },
    remove,
    async stopAll() {
      await Promise.all(
        [...entries.values()].map((entry) => stop(entry, entry.task.storage ? 'interrupted' : 'cancelled')),
      );
    },
    clear() {
      for (const [id, { run }] of entries) if (!run) remove(id);
    },
  };
}

/** The ended job: with the failure that ended it, if any, and without an earlier one or what only a running job has. */
function endedJob({ task, job }: Entry, end: JobEnd): Job {
  const { failure: _former, ...before } = job;
  const {
    ratePerSecond: _rate,
    secondsLeft: _left,
    pause: _pause,
    slow: _slow,
    ...ended
  } = { ...before, ...end };
  const { state = 'complete' } = end;
  const resumable = end.resumable ?? (task.storage !== undefined && state !== 'complete');
  return { ...ended, state, resumable, updatedAt: nowUtc() };
}

/** A stored job when its workspace is opened. */
function restoredJob(job: Job): Job {
  if (isActiveJob(job)) return { ...job, state: 'interrupted', resumable: true };
  return job.state === 'complete' ? { ...job, resumable: false } : job;
}

function alreadyRunning({ title }: Job) {
  return fail('conflict', `“${title}” is already running.`);
}

function noSuchJob(id: string) {
  return fail('not-found', `There is no job ${id} in the open workspace. It may have been dismissed.`);
}
