import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { onTestFinished } from 'vitest';
import { createJobs } from '../../electron/core/create-jobs.ts';
import { createEvents } from '../../electron/core/events.ts';
import { createJobRegistry } from '../../electron/core/job-registry.ts';
import { createServiceClient } from '../../electron/core/service/create-service-client.ts';
import { createHttp, type HttpOptions } from '../../electron/core/service/http.ts';
import { createFetches } from '../../electron/core/sync/create-fetches.ts';
import { openWorkspace } from '../../electron/core/workspace/open-workspace.ts';
import type { Workspace } from '../../electron/core/workspace/workspace.ts';
import type { AppEvent } from '../../shared/events/app-event.ts';
import { isActive, type Job } from '../../shared/jobs/job.ts';
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

/** What a test may say of the core it starts. */
type FetchCoreOptions = {
  readonly http?: HttpOptions;
  readonly profile?: Partial<Profile>;
  /** Notes how long requests wait before another try; none of them really waits. */
  readonly waits?: number[];
  /** Until when they wait all the same. */
  readonly paused?: () => Promise<void>;
};

/** The parts of a core that carry out fetches from a service, on a workspace file. */
export async function startFetchCore(
  serviceUrl: string,
  file: Workspace,
  { http = {}, profile = {}, waits = [], paused = async () => {} }: FetchCoreOptions = {},
) {
  const events = createEvents();
  const published: AppEvent[] = [];
  events.listen(({ event }) => published.push(event));
  const registry = createJobRegistry(events);
  const access = buildServiceAccess(buildProfile(serviceUrl, profile));
  const problems: unknown[] = [];
  const current: { workspace: Workspace | undefined } = { workspace: file };
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds);
    await paused();
  };
  const fetches = createFetches({
    client: createServiceClient(access, { http: createHttp(http), retry: { wait } }),
    access,
    registry,
    workspace: () => current.workspace,
    events,
    onProblem: (error) => problems.push(error),
    wait: async () => {},
  });
  onTestFinished(() => fetches.interruptAll());
  await fetches.adopt(file);
  return { file, current, published, registry, access, fetches, problems, jobs: createJobs(registry) };
}

export type FetchCore = Awaited<ReturnType<typeof startFetchCore>>;

/** Resolves when the job is in this state. */
export async function until({ registry }: FetchCore, id: string, state: Job['state']): Promise<Job> {
  for (;;) {
    const job = registry.get(id);
    if (job?.state === state) return job;
    if (job?.state === 'failed' && state !== 'running') throw new Error(job.failure?.message);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Resolves when the job has ended and its end is kept as it is shown. */
export async function ended({ registry, file }: FetchCore, id: string): Promise<Job> {
  for (;;) {
    const shown = registry.get(id);
    const kept = (await file.listFetches()).find(({ job }) => job.id === id)?.job;
    if (shown && kept && !isActive(kept) && isDeepStrictEqual(kept, shown)) return kept;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** What succeeded; throws what failed. */
export function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

/** How many records the workspace holds. */
export async function recordsIn({ file }: FetchCore): Promise<number> {
  return (await file.counts({})).records;
}
