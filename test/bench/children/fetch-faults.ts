/**
 * Fetches from a faulty service again and again, as the app does, and prints how each fetch ended:
 * `fetch-faults.ts <worker> <workspace file> <address> <fetches>`.
 */
import { pathToFileURL } from 'node:url';
import { createEvents } from '../../../electron/core/base/events.ts';
import { createFetches } from '../../../electron/core/fetches/create-fetches.ts';
import { createJobRunner } from '../../../electron/core/jobs/create-job-runner.ts';
import { createServiceClient } from '../../../electron/core/service/create-service-client.ts';
import { createHttp } from '../../../electron/core/service/http.ts';
import { openWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import { isActiveJob } from '../../../shared/jobs/job.ts';
import { searchSchema } from '../../../shared/results/search.ts';
import { buildProfile, buildServiceAccess } from '../../builders/service-access.ts';
import { report } from '../report.ts';

const [worker = '', file = '', address = '', fetchCount = ''] = process.argv.slice(2);
const startedAt = performance.now();
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

let before = process.threadCpuUsage();
let longestTurn = 0;
// Processor time, which does not depend on what else the computer does.
const timer = setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  longestTurn = Math.max(longestTurn, (user + system) / 1000);
  before = process.threadCpuUsage();
}, 1);
for (let index = 0; index < Number(fetchCount); index += 1) {
  const started = await fetches.start(
    searchSchema.parse({ regions: [`${index}`], analytics: [], pageSize: 10 }),
  );
  if (!started.ok) throw new Error(started.failure.message);
  const { id } = started.value;
  const ended = new Promise<void>((resolve) => {
    const stop = events.listen(() => {
      const job = jobs.get(id);
      if (job && isActiveJob(job)) return;
      stop();
      resolve();
    });
  });
  await ended;
  process.stdout.write(`${jobs.get(id)?.state}\n`);
}
clearInterval(timer);
await workspace.close();
report(performance.now() - startedAt, { longestTurnMilliseconds: longestTurn });
