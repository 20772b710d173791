import { randomUUID } from 'node:crypto';
import { unexpectedError } from '../../../shared/error-text.ts';
import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import { type Failure, fail, failFrom, type Result, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import type { Limiter } from '../base/limiter.ts';
import { withTimeout } from '../base/with-timeout.ts';
import { toWriteResult } from '../workspace/open/get-open-workspace.ts';
import type { JobJournal } from './job-journal.ts';

/** Access of a running task to its job. Changes after the job has ended are ignored. */
export type JobHandle = {
  /** Aborts when the job is cancelled or interrupted. */
  readonly signal: AbortSignal;
  latest(): Job;
  /**
   * Changes the job and publishes it; undefined clears a value. Ends a pause, and a note of slowness, unless the change
   * has one.
   */
  update(change: Partial<Job>): void;
  /** Changes the job; published at most every 200 ms. */
  report(change: Partial<Job>): void;
  /** Reports how far the task is. */
  progress(progress: NonNullable<Job['progress']>): void;
  /**
   * Saves the job as it is now. If it does not complete, it ends in this state and not in a later one, since it is resumed
   * from here.
   */
  checkpoint(): void;
  /** From now on the job cannot be cancelled. Throws when it was cancelled before. */
  commit(): void;
};

/** End of a task, with the final changes to the job. `state` is `complete` unless it is given. */
export type JobEnd = Partial<Job>;

/** Storage of a job that can be resumed, also after a restart. */
export type JobStorage = {
  /** Fails when the job cannot be started now, for example because another workspace is open. */
  check(): Result<unknown>;
  save(job: Job): Promise<void>;
  /** Deletes the stored job; its results stay. */
  remove(): Promise<void>;
};

/** A job, and what is particular to it. */
export type RunnableJob = {
  readonly job: Job;
  /**
   * Does the work. A rejection ends the job: as `cancelled` or `interrupted` when its signal has aborted, else as `failed`.
   */
  run(handle: JobHandle): Promise<JobEnd>;
  /** Called when the end of the job has been published. */
  onEnded?(): void;
  /** While it has no free slot, the job is queued. */
  readonly slots?: Limiter;
  /** Absent for a job that cannot be resumed. */
  readonly storage?: JobStorage;
};

/** An expected failure of a task, which ends its job. */
export class JobFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** A job that starts now. */
export function newJob(fields: Pick<Job, 'kind' | 'title'> & Partial<Job>): Job {
  const startedAt = nowUtc();
  return {
    id: randomUUID(),
    state: 'running',
    startedAt,
    updatedAt: startedAt,
    resumable: false,
    warnings: [],
    ...fields,
  };
}

type JobRunnerDeps = {
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
  /** Notes the jobs without a storage while they are under way. */
  readonly journal?: JobJournal;
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

/** Milliseconds after which a cancellation is answered, while the work is still ending. */
const maxCancelMs = 900;
/** Minimum interval between the events of reported changes in milliseconds. */
const reportIntervalMs = 200;

/**
 * Runs all long-running jobs of the open workspace, has the latest state of each, running and ended, and publishes to
 * `events`. There are none at first.
 */
export function createJobRunner({ events, onProblem, journal }: JobRunnerDeps) {
  const entries = new Map<string, Entry>();

  const set = (entry: Entry, job: Job) => {
    entry.job = job;
    entries.set(job.id, entry);
    events.publish({ type: 'job', job });
  };
  /** Removes a job from the list and publishes `job-removed`; the stored job stays. */
  const remove = (id: string) => {
    if (entries.delete(id)) events.publish({ type: 'job-removed', id });
  };
  const save = async ({ task }: Entry, job: Job) => {
    await task.storage?.save(job).catch((error: unknown) => onProblem(error, `saving “${job.title}”`));
    if (!task.storage && !isActiveJob(job)) await journal?.remove(job.id);
  };

  const stop = async ({ run }: Entry, state: Run['stopState']) => {
    if (!run || run.isCommitted) return;
    if (!run.controller.signal.aborted) run.stopState = state;
    run.controller.abort();
    await run.ended;
  };

  /** Saves the job where it has a storage, and starts it. Returns immediately; progress is published as `job` events. */
  const start = async (task: RunnableJob): Promise<Result<Job>> => {
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
    } else await journal?.add(job);
    // Resumed twice concurrently: the first call has started it while this one was saving.
    if (entries.get(job.id)?.run) return alreadyRunning(job);
    const entry: Entry = { task, job };
    set(entry, !slots || slots.hasFree() ? job : { ...job, state: 'queued' });
    beginRun(entry, { set, save, onProblem });
    return succeed(entry.job);
  };

  return {
    list: (): readonly Job[] => [...entries.values()].map(({ job }) => job),
    get: (id: string) => entries.get(id)?.job,
    start,
    /** Lists a stored job of a newly opened workspace. One that was active was interrupted. */
    async restore(task: RunnableJob): Promise<void> {
      const job = restoredJob(task.job);
      const entry = { task, job };
      set(entry, job);
      if (job.state !== task.job.state) await save(entry, job);
    },
    /** Lists the jobs of the journal that were interrupted, until they are dismissed. */
    restoreInterrupted(): void {
      for (const job of journal?.interrupted() ?? []) {
        const remove = async () => journal?.remove(job.id);
        const storage = { check: () => succeed(undefined), save: async () => {}, remove };
        const run = () => Promise.reject(new Error(`“${job.title}” cannot be resumed.`));
        set({ task: { job, run, storage }, job }, job);
      }
    },
    /** Cancels a job. Resolves with the ended job, or with the active one that is still ending. */
    async cancel(id: string): Promise<Result<Job>> {
      const entry = entries.get(id);
      if (!entry) return noSuchJob(id);
      await withTimeout(maxCancelMs, stop(entry, 'cancelled'), undefined);
      if (entry.run && !entry.run.isCommitted) set(entry, { ...entry.job, isEnding: true });
      return succeed(entry.job);
    },
    /** Resumes a cancelled, interrupted or failed job. */
    async resume(id: string): Promise<Result<Job>> {
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
    /** Removes an ended job from the list; its results stay. */
    async dismiss(id: string): Promise<Result<void>> {
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
    /** Interrupts the jobs that can be resumed and cancels the others; resolves when their states have been saved. */
    async stopAll() {
      await Promise.all(
        [...entries.values()].map((entry) => stop(entry, entry.task.storage ? 'interrupted' : 'cancelled')),
      );
    },
    /** Removes all jobs that are not running from the list. */
    clear() {
      for (const [id, { run }] of entries) if (!run) remove(id);
    },
  };
}

export type JobRunner = ReturnType<typeof createJobRunner>;

/** Changes that a run makes to its entry outside of the run. */
type RunActions = {
  /** Changes the job and publishes it. */
  set(entry: Entry, job: Job): void;
  save(entry: Entry, job: Job): Promise<void>;
  onProblem(error: unknown, where: string): void;
};

/** Runs the task of an entry, from the moment when the caller has returned. */
function beginRun(entry: Entry, { set, save, onProblem }: RunActions): void {
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
    return { state: 'failed', failure: failFrom('disk', error, unexpectedError).failure };
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
}

/** The ended job: with the failure that ended it, if any, and without an earlier one or what only a running job has. */
function endedJob({ task, job }: Entry, end: JobEnd): Job {
  const { failure: _former, ...before } = job;
  const {
    ratePerSecond: _rate,
    secondsLeft: _left,
    pause: _pause,
    slow: _slow,
    isEnding: _ending,
    ...ended
  } = { ...before, ...end };
  const { state = 'complete' } = end;
  const resumable = end.resumable ?? (task.storage !== undefined && state !== 'complete');
  return { ...ended, state, resumable, updatedAt: nowUtc() };
}

/** A stored job when its workspace is opened. */
function restoredJob({ isEnding: _ending, ...job }: Job): Job {
  if (isActiveJob(job)) return { ...job, state: 'interrupted', resumable: true };
  return job.state === 'complete' ? { ...job, resumable: false } : job;
}

function alreadyRunning({ title }: Job) {
  return fail('conflict', `“${title}” is already running.`);
}

function noSuchJob(id: string) {
  return fail('not-found', `There is no job ${id} in the open workspace. It may have been dismissed.`);
}
