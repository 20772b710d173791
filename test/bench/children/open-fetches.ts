import { pathToFileURL } from 'node:url';
import { createEvents } from '../../../electron/core/base/events.ts';
import { createFetches } from '../../../electron/core/fetches/create-fetches.ts';
import { createJobRunner } from '../../../electron/core/jobs/job-runner.ts';
import { createHttp } from '../../../electron/core/service/http.ts';
import { createServiceClient } from '../../../electron/core/service/service-client.ts';
import { openWorkspace } from '../../../electron/core/workspace/open/open-workspace.ts';
import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import type { Search } from '../../../shared/results/search.ts';
import { buildProfile, buildServiceAccess } from '../../builders/service-access.ts';

/** The fetches of the app from a service at `address` into a workspace file, without its pauses between retries. */
export async function openFetches(worker: string, file: string, address: string) {
  const workspace = await openWorkspace({ path: file, workerUrl: pathToFileURL(worker) });
  const events = createEvents();
  const jobs = createJobRunner({
    events,
    onProblem(error) {
      throw error;
    },
  });
  const access = buildServiceAccess(buildProfile(address));
  const wait = async () => {};
  const client = createServiceClient(access, { http: createHttp({}), retry: { wait } });
  const fetches = createFetches({ client, access, jobs, workspace: () => workspace, events, wait });
  await fetches.onWorkspaceOpened(workspace);
  return {
    /** Runs a fetch to its end. */
    async run(search: Search): Promise<Job | undefined> {
      const started = await fetches.start(search);
      if (!started.ok) throw new Error(started.failure.message);
      const { id } = started.value;
      await new Promise<void>((resolve) => {
        const stop = events.listen(() => {
          const job = jobs.get(id);
          if (job && isActiveJob(job)) return;
          stop();
          resolve();
        });
      });
      return jobs.get(id);
    },
    close: () => workspace.close(),
  };
}
