import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { Core } from '../../../electron/core/core.ts';
import { createCore } from '../../../electron/core/create-core.ts';
import { demoCredentials } from '../../../electron/core/demo-service/demo-credentials.ts';
import type { Keychain } from '../../../electron/core/session/keychain.ts';
import { isActiveJob } from '../../../shared/jobs/job.ts';
import { searchSchema } from '../../../shared/results/search.ts';
import { demoProfileId } from '../../../shared/settings/profile.ts';
import { coreWorkers } from '../core-workers.ts';
import { createMemoryKeychain } from '../memory-keychain.ts';

/** Content that an analyst has fetched from the demo service. */
export type Fetched = { readonly region: string; readonly analytic?: string; readonly maxRecords: number };

/** The written data folder of a core is copied for the tests that need the same. */
const templates = new Map<string, Promise<string>>();

/** Start of a core: with the demo service, and signed in to it, or not. */
type CoreOptions = {
  readonly demo?: boolean;
  readonly signedIn?: boolean;
  readonly keychain?: Keychain;
};

/**
 * A core whose workspace has these results; closed with the test. It is signed in to the demo service; with `demo` off
 * there is no service, and it opens the workspace of the last account. With `signedIn` off and without results there is
 * no account yet. A folder that a closed core has filled is used as it is.
 */
export async function openFilledCore(
  fetched?: Fetched,
  { signedIn = true, ...options }: CoreOptions & { readonly folder?: string } = {},
): Promise<Core> {
  const {
    keychain,
    demo = true,
    folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-page-')),
  } = options;
  if ((await readdir(folder)).length === 0) {
    // Without an account only the files of the demo service are copied.
    const part = fetched || signedIn ? '' : 'demo-files';
    await cp(path.join(await templateOf(fetched), part), path.join(folder, part), { recursive: true });
  }
  const problems: unknown[] = [];
  const core = await startCore(folder, { demo, signedIn, problems, ...(keychain ? { keychain } : {}) });
  onTestFinished(async () => {
    await core.close();
    await rm(folder, { recursive: true, force: true });
    if (problems.length > 0) throw new AggregateError(problems, 'The core has reported problems.');
  });
  return core;
}

/** A folder with the demo service's files, which take a second to compute, and with these results. */
function templateOf(fetched: Fetched | undefined): Promise<string> {
  const name = Object.values(fetched ?? { region: 'none' }).join(' ');
  const known = templates.get(name);
  if (known) return known;
  const made = makeTemplate(path.join(inject('templatesFolder'), name), fetched);
  templates.set(name, made);
  return made;
}

/** Makes a template, unless another process of the run has done so. */
async function makeTemplate(template: string, fetched: Fetched | undefined): Promise<string> {
  if (existsSync(template)) return template;
  const folder = await mkdtemp(`${template} `);
  if (fetched) await cp(await templateOf(undefined), folder, { recursive: true });
  const core = await startCore(folder, { problems: [] });
  if (fetched) await fetchInto(core, fetched);
  await core.close();
  await rename(folder, template).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return template;
}

async function startCore(
  dataDir: string,
  {
    demo = true,
    signedIn = true,
    keychain = createMemoryKeychain(),
    problems,
  }: CoreOptions & { readonly problems: unknown[] },
): Promise<Core> {
  const core = await createCore({
    dataDir,
    keychain,
    workers: coreWorkers,
    ...(demo ? {} : { demo }),
    onProblem: (error) => problems.push(error),
  });
  if (!demo || !signedIn) return core;
  const result = await core.session.signIn({ profileId: demoProfileId, ...demoCredentials });
  if (!result.ok) throw new Error(result.failure.message);
  return core;
}

async function fetchInto(core: Core, { region, analytic, maxRecords }: Fetched): Promise<void> {
  const analytics = analytic === undefined ? [] : [analytic];
  const started = await core.fetches.start(searchSchema.parse({ regions: [region], analytics, maxRecords }));
  if (!started.ok) throw new Error(started.failure.message);
  await new Promise<void>((resolve, reject) => {
    core.events.listen(({ event }) => {
      if (event.type !== 'job' || event.job.id !== started.value.id || isActiveJob(event.job)) return;
      if (event.job.state === 'complete') resolve();
      else reject(new Error(event.job.failure?.message ?? event.job.state));
    });
  });
}
