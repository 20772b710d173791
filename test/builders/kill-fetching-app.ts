import { flushCompileCache } from 'node:module';
import { createCore } from '../../electron/core/create-core.ts';
import { searchSchema } from '../../shared/results/search.ts';
import { coreWorkers } from './core-workers.ts';
import { createMemoryKeychain } from './memory-keychain.ts';

// The kill comes before Node would save what it has compiled, for the next run.
flushCompileCache();

// Run as a separate process, to be killed at any moment: `kill-fetching-app.ts <data folder> <service>`. Signs in,
// starts a fetch of everything or resumes the existing one, and prints `fetching`, then the final state.
const [dataDir = '', serviceUrl = ''] = process.argv.slice(2);

const core = await createCore({
  dataDir,
  keychain: createMemoryKeychain(),
  workers: coreWorkers,
  demo: false,
  onProblem(error, where) {
    throw new Error(where, { cause: error });
  },
});
const ended = new Promise<string>((resolve) => {
  core.events.listen(({ event }) => {
    if (event.type === 'job' && event.job.state !== 'running') resolve(event.job.state);
  });
});

const stored = core.session.profiles().find(({ kind }) => kind === 'custom');
const profile =
  stored ??
  valued(await core.session.saveProfile({ name: 'Service', baseUrl: serviceUrl, imageBaseUrl: serviceUrl }));
valued(await core.session.signIn({ profileId: profile.id, username: 'anna', password: 'p' }));
const [found] = core.jobs.list();
valued(
  found
    ? await core.jobs.resume(found.id)
    : await core.fetches.start(searchSchema.parse({ regions: ['East Asia'], analytics: [], pageSize: 10 })),
);
process.stdout.write('fetching\n');
process.stdout.write(`${await ended}\n`);
await core.close();

function valued<T>(result: { ok: true; value: T } | { ok: false; failure: { message: string } }): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}
