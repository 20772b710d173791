import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { onTestFinished } from 'vitest';
import { createEvents } from '../../electron/core/base/events.ts';
import { createFetches } from '../../electron/core/fetches/create-fetches.ts';
import { createJobRunner } from '../../electron/core/jobs/job-runner.ts';
import { createHttp, type HttpOptions } from '../../electron/core/service/http.ts';
import { createServiceClient } from '../../electron/core/service/service-client.ts';
import { openWorkspace } from '../../electron/core/workspace/open/open-workspace.ts';
import type { Workspace } from '../../electron/core/workspace/open/workspace.ts';
import type { AppEvent } from '../../shared/events/app-event.ts';
import { isActiveJob, type Job } from '../../shared/jobs/job.ts';
import type { Result } from '../../shared/result.ts';
import type { Profile } from '../../shared/settings/profile.ts';
import { coreWorkers } from './core-workers.ts';
import { buildProfile, buildServiceAccess } from './service-access.ts';

/** The workspace file of a folder, closed when the test ends. */
export async function openFileIn(folder: string): Promise<Workspace> {
  const workspace = await openWorkspace({
    path: path.join(folder, 'test.gpkg'),
    workerUrl: coreWorkers.workspace,
  });
  onTestFinished(() => workspace.close());
  return workspace;
}

/** Options for the core of a test. */
type FetchCoreOptions = {
  readonly http?: HttpOptions;
  readonly profile?: Partial<Profile>;
  /** Records the waits of retries, without waiting. */
  readonly waits?: number[];
  /** Delays them until this resolves. */
  readonly paused?: () => Promise<void>;
};

/** The part of a core that fetches from a service into a workspace file. */
export async function startFetchCore(
  serviceUrl: string,
  file: Workspace,
  { http = {}, profile = {}, waits = [], paused = async () => {} }: FetchCoreOptions = {},
) {
  const events = createEvents();
  const published: AppEvent[] = [];
  events.listen(({ event }) => published.push(event));
  const access = buildServiceAccess(buildProfile(serviceUrl, profile));
  const problems: unknown[] = [];
  const jobs = createJobRunner({ events, onProblem: (error) => problems.push(error) });
  const current: { workspace: Workspace | undefined } = { workspace: file };
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds);
    await paused();
  };
  const fetches = createFetches({
    client: createServiceClient(access, { http: createHttp(http), retry: { wait } }),
    access,
    jobs,
    workspace: () => current.workspace,
    events,
    wait: async () => {},
  });
  onTestFinished(() => jobs.stopAll());
  await fetches.onWorkspaceOpened(file);
  return { file, current, published, access, fetches, problems, jobs };
}

export type FetchCore = Awaited<ReturnType<typeof startFetchCore>>;

/** Resolves when the job is in this state. */
export async function until({ jobs }: FetchCore, id: string, state: Job['state']): Promise<Job> {
  for (;;) {
    const job = jobs.get(id);
    if (job?.state === state) return job;
    if (job?.state === 'failed' && state !== 'running') throw new Error(job.failure?.message);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Resolves when the job has ended and its final state has been saved. */
export async function ended({ jobs, file }: FetchCore, id: string): Promise<Job> {
  for (;;) {
    const shown = jobs.get(id);
    const stored = (await file.listFetches()).find(({ job }) => job.id === id)?.job;
    if (shown && stored && !isActiveJob(stored) && isDeepStrictEqual(stored, shown)) return stored;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** The value of a result; throws its failure. */
export function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

/** The number of records in the workspace. */
export async function recordsIn({ file }: FetchCore): Promise<number> {
  return (await file.counts({})).records;
}
