import { createCore } from '../../electron/core/create-core.ts';
import { endProcess } from '../../electron/end-process.ts';
import { isActiveJob, type Job } from '../../shared/jobs/job.ts';
import { coreWorkers } from './core-workers.ts';
import { createMemoryKeychain } from './memory-keychain.ts';

// A process of its own, because a thread that is left behind inside SQLite ends with its process only. Starts the core on
// a data folder, recovers the file that was set aside, and prints what it found as JSON.

const core = await createCore({
  dataDir: process.argv[2] ?? '',
  keychain: createMemoryKeychain(),
  workers: coreWorkers,
  fileResponseMs: 5000,
  onProblem: () => {},
});
const started = core.session.state();
const listed = await core.workspaceTools.list();
const files = listed.ok ? listed.value : [];
const aside = files.find(({ fileName }) => started.workspaceSetAside?.endsWith(fileName));
let recovered: unknown;
if (aside) {
  const job = await core.workspaceTools.rebuild(aside.id);
  if (!job.ok) throw new Error(job.failure.message);
  const end = await new Promise<Job | undefined>((resolve) => {
    const check = () => {
      const found = core.jobs.list().find(({ id }) => id === job.value.id);
      // Between the files of an exchange no job is listed.
      if (found && !isActiveJob(found)) resolve(found);
    };
    core.events.listen(check);
    check();
  });
  recovered = { state: end?.state, failure: end?.failure, counts: await core.workspace()?.counts({}) };
}
process.stdout.write(JSON.stringify({ started, aside, recovered }));
endProcess(0);
