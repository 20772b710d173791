import { randomUUID } from 'node:crypto';
import type { Job } from '../../../shared/jobs/job.ts';
import { type Failure, fail } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { JobRegistry } from '../job-registry.ts';
import { ToolStopped } from './tool-run.ts';

/** What a piece of work has of its job. */
export type JobHandle = {
  readonly signal: AbortSignal;
  progress(progress: NonNullable<Job['progress']>): void;
  /** From now on the work is brought to its end: it can be cancelled no more. */
  commit(): void;
};

/** How a piece of work ended well. */
export type JobEnd = Pick<Job, 'files'> & {
  /** What was done, in words. */
  readonly outcome: string;
  readonly warnings?: readonly string[];
};

/** The work failed in a way that is to be told as it is. */
export class JobFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** At most so often, in milliseconds, is progress told. */
const progressInterval = 200;

/** Starts work as a job. It returns at once; progress and end come as events. */
export function startJob(
  registry: JobRegistry,
  { kind, title }: Pick<Job, 'kind' | 'title'>,
  work: (handle: JobHandle) => Promise<JobEnd>,
): Job {
  const startedAt = nowUtc();
  const first: Job = {
    id: randomUUID(),
    kind,
    title,
    state: 'running',
    startedAt,
    updatedAt: startedAt,
    resumable: false,
    warnings: [],
  };
  const stop = new AbortController();
  let isCommitted = false;
  let latest = first;
  let toldAt = Number.NEGATIVE_INFINITY;
  const put = (job: Job) => {
    latest = job;
    registry.put(job);
    registry.attach(job.id, {
      cancel() {
        if (isCommitted) return undefined;
        stop.abort();
        return ended;
      },
    });
  };
  const handle: JobHandle = {
    signal: stop.signal,
    progress(progress) {
      const now = performance.now();
      if (now - toldAt < progressInterval || stop.signal.aborted) return;
      toldAt = now;
      put({ ...latest, progress, updatedAt: nowUtc() });
    },
    commit() {
      stop.signal.throwIfAborted();
      isCommitted = true;
    },
  };
  const carryOut = async () => {
    try {
      const { warnings = [], ...end } = await work(handle);
      put({ ...latest, ...end, warnings: [...warnings], state: 'complete', updatedAt: nowUtc() });
    } catch (error) {
      if (stop.signal.aborted || error instanceof ToolStopped) {
        put({ ...latest, state: 'cancelled', updatedAt: nowUtc() });
        return;
      }
      put({ ...latest, state: 'failed', failure: failureOf(error), updatedAt: nowUtc() });
    }
  };
  // Put before the work begins, and the work begins later than this returns.
  const ended = Promise.resolve().then(carryOut);
  put(first);
  return first;
}

function failureOf(error: unknown): Failure {
  if (error instanceof JobFailure) return error.failure;
  return fail('disk', error instanceof Error ? error.message : String(error)).failure;
}
