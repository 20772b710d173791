import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { createEvents } from '../../electron/core/base/events.ts';
import { createWatch } from '../../electron/core/watch/create-watch.ts';
import { openWorkspace } from '../../electron/core/workspace/open/open-workspace.ts';
import type { StoredFetch } from '../../electron/core/workspace/read/fetches.ts';
import { type Job, noFetchProgress } from '../../shared/jobs/job.ts';
import { searchSchema } from '../../shared/results/search.ts';
import { coreWorkers } from './core-workers.ts';
import { buildPage, buildRecord } from './record-builder.ts';

// The kill comes before Node would save what it has compiled, for the next run.
flushCompileCache();

// Run as a separate process, to be killed at any moment: makes one run of a saved search after the other, each of which
// brings a new record twice over, and prints the event of each notification that it shows.
const [, , file = '', searchId = ''] = process.argv;
const workspace = await openWorkspace({ path: file, workerUrl: coreWorkers.workspace });
const events = createEvents();
events.listen(({ event }) => {
  if (event.type !== 'watch-notifications') return;
  for (const { eventId } of event.notifications) process.stdout.write(`shown ${eventId}\n`);
});
const watch = createWatch({
  jobs: { get: () => undefined },
  workspace: () => workspace,
  events,
  onProblem(error) {
    throw error;
  },
});
await watch.settled();
for (let count = 0; ; count += 1) {
  const record = buildRecord({ assignedId: randomUUID() });
  for (const _time of ['first', 'again']) {
    const at = new Date().toISOString();
    const job = {
      id: randomUUID(),
      kind: 'fetch',
      title: 'Run',
      state: 'running',
      startedAt: at,
      updatedAt: at,
      resumable: true,
      warnings: [],
      fetch: { queryText: '', ...noFetchProgress, searchId },
    } satisfies Job;
    const fetch = {
      job,
      search: searchSchema.parse({ regions: [], analytics: [] }),
      frozenAt: at,
      brand: 'svc',
      run: { searchId, revision: 1, kind: 'new' },
    } satisfies StoredFetch;
    await workspace.saveFetch(fetch);
    const outcome = await workspace.ingestPage({
      fetchId: job.id,
      queryText: '',
      offset: 0,
      fetchedAt: at,
      brand: 'svc',
      fields: 'all',
      body: buildPage([record]),
    });
    if (!outcome.ok) throw new Error(outcome.message);
    const ended: Job = { ...job, state: 'complete', updatedAt: new Date().toISOString() };
    await workspace.saveFetch({ ...fetch, job: ended });
    events.publish({ type: 'job', job: ended });
  }
  await watch.settled();
  process.stdout.write(`done ${count}\n`);
}
