import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import type { Core } from '../../electron/core/core.ts';
import { createCore } from '../../electron/core/create-core.ts';
import { demoCredentials } from '../../electron/core/demo-service/demo-credentials.ts';
import { chipScopeSchema } from '../../shared/chips/chip-prefetch.ts';
import { isActiveJob, type Job } from '../../shared/jobs/job.ts';
import { checkedMapSourceSchema } from '../../shared/map-sources/check-map-source.ts';
import { type Result, succeed } from '../../shared/result.ts';
import { searchSchema } from '../../shared/results/search.ts';
import { demoProfileId } from '../../shared/settings/profile.ts';
import type { TeamForm } from '../../shared/settings/team.ts';
import { coreWorkers } from './core-workers.ts';
import { createMemoryKeychain } from './memory-keychain.ts';

/** Files of a data folder that jobs read, by their names in its folder `in`; results are in `out`. */
export const jobInputs = {
  points: 'points.geojson',
  reports: 'reports.csv',
  records: 'records.json',
  case: 'case.gpkg',
  damaged: 'damaged.gpkg',
} as const;

const options = {
  format: 'csv',
  ...{
    reviews: true,
    places: false,
    presence: false,
    byteOrderMark: false,
    footprints: false,
    passes: false,
  },
  separator: 'comma',
  decimal: 'point',
  chips: 'none',
  qgisProject: false,
} as const;
const everything = { kind: 'all' } as const;
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Servers on loopback that jobs use; the demo service runs in the process of the job. */
export type JobServers = { readonly tiles: string; readonly team?: TeamForm };

type StartJob = (core: Core, folder: string, servers: JobServers) => Promise<Result<Job>>;

const imports = {
  'import a layer': (core: Core, folder: string) => core.layers.start(chosen(folder, jobInputs.points)),
  async 'import AIS reports'(core: Core, folder: string) {
    const preview = await core.ais.preview(chosen(folder, jobInputs.reports));
    return preview.ok ? core.ais.start(preview.value.file, preview.value) : preview;
  },
  async 'import a new file of a followed folder'(core: Core, folder: string) {
    const input = chosen(folder, jobInputs.reports).path;
    const followed = path.join(folder, 'followed');
    await mkdir(followed, { recursive: true });
    const rows = (await readFile(input, 'utf8')).split('\n');
    await writeFile(path.join(followed, 'first.csv'), `${rows.slice(0, 2).join('\n')}\n`);
    const preview = await core.ais.preview({ path: followed, name: 'followed', isTemporary: false });
    if (!preview.ok) return preview;
    const first = await core.ais.start(preview.value.file, { ...preview.value, follows: true });
    if (!first.ok) return first;
    const { id } = first.value;
    while (core.jobs.list().some((job) => job.id === id && isActiveJob(job))) await nextTurn();
    await copyFile(input, path.join(followed, 'second.csv'));
    // A file is complete when two looks find it the same.
    await core.ais.followFolders();
    return startedBy(core, 'import', core.ais.followFolders());
  },
  'import raw records': (core: Core, folder: string) =>
    core.rawImports.start([chosen(folder, jobInputs.records)]),
  async 'import a case'(core: Core, folder: string) {
    const inspected = await core.cases.inspect(chosen(folder, jobInputs.case));
    if (!inspected.ok) return inspected;
    const into = { kind: 'open' } as const;
    return core.cases.import({
      fileId: inspected.value.id,
      into,
      conflicts: { winner: 'present', except: [] },
    });
  },
  async 'import the items of a file'(core: Core, folder: string) {
    const workspace = core.workspace();
    if (!workspace) throw new Error('No workspace is open.');
    return core.cases.importItems(workspace, chosen(folder, jobInputs.case));
  },
};

const exports = {
  'write a case': (core: Core, folder: string) =>
    core.cases.write({
      ...{ scope: everything, scopeWords: 'all', withChips: false, withLayers: true, withRules: true },
      target: target(folder, 'written.gpkg'),
    }),
  'export to CSV': (core: Core, folder: string) =>
    core.exports.start({
      scope: everything,
      options,
      targets: { detections: target(folder, 'written.csv') },
    }),
  'export to GeoPackage': (core: Core, folder: string) =>
    core.exports.start({
      ...{ scope: everything, options: { ...options, format: 'gpkg' } },
      targets: { detections: target(folder, 'written.gpkg') },
    }),
  async 'export a layer'(core: Core, folder: string) {
    const [layer] = (await core.workspace()?.listLayers()) ?? [];
    return core.layers.exportFile(layer?.id ?? '', target(folder, 'written.geojson'));
  },
};

const pictures = {
  async 'save map images'(core: Core, folder: string) {
    const started = await core.pictureSequences.start(target(folder, 'written.zip'), 200);
    if (!started.ok) return started;
    const { id } = started.value;
    const send = async () => {
      for (let image = 0; image < 200; image += 1)
        await core.pictureSequences.add(id, `${image}.png`, onePixel);
      await core.pictureSequences.finish(id);
    };
    void send();
    return started;
  },
};

const workspaceTools = {
  'copy the workspace': (core: Core, folder: string) =>
    core.workspaceTools.saveCopy(target(folder, 'written.gpkg')),
  'compact the workspace': (core: Core) => core.workspaceTools.compact(),
  'rebuild the workspace': (core: Core) => core.workspaceTools.rebuild(null),
  async 'rescue a file'(core: Core, folder: string) {
    const found = await core.workspaceTools.inspectFile(chosen(folder, jobInputs.damaged));
    return found.ok ? core.workspaceTools.rebuild(found.value.id) : found;
  },
};

const fetches = {
  async 'fetch records'(core: Core) {
    const signedIn = await signIn(core);
    if (!signedIn.ok) return signedIn;
    const search = { regions: ['East Asia'], analytics: [], pageSize: 20, maxRecords: 400, startOffset: 100 };
    return core.fetches.start(searchSchema.parse(search));
  },
};

const checks = {
  'check a case': (core: Core, folder: string) =>
    startedBy(core, 'check', core.cases.inspect(chosen(folder, jobInputs.case))),
};

const chips = {
  async 'fetch chips'(core: Core) {
    const signedIn = await signIn(core);
    return signedIn.ok
      ? core.chipPrefetch.start(chipScopeSchema.parse({ kind: 'filter', filter: {} }))
      : signedIn;
  },
};

const tiles = {
  async 'fetch tiles'(core: Core, _folder: string, servers: JobServers) {
    const source = { kind: 'xyz', name: 'Tiles', attribution: '', opacity: 1, address: servers.tiles };
    const levels = { minZoom: 0, maxZoom: 10, tileSize: 256 };
    const added = await core.mapSources.add(checkedMapSourceSchema.parse({ ...source, ...levels }));
    if (!added.ok) return added;
    return core.mapSources.fetchOffline({
      ...{ sourceId: added.value.id, box: [-180, -85, 180, 85], fromLevel: 3, toLevel: 4 },
    });
  },
};

const team = {
  'publish to the team': withTeam((core) => core.team.publish()),
  'share items with the team': withTeam((core) => core.team.publishItems()),
  'exchange with the team': withTeam((core) => core.team.exchange()),
};

/** The jobs of the app, by their kinds and names: how each is started in a core with a data folder. */
export const appJobs = {
  ...{ fetch: fetches, export: exports, chips, tiles, workspace: workspaceTools, check: checks },
  ...{ import: imports, team, pictures },
} satisfies Readonly<Record<Job['kind'], Readonly<Record<string, StartJob>>>>;

/** The start of each job, by its name. */
export const starts = new Map(Object.values(appJobs).flatMap((jobs) => Object.entries<StartJob>(jobs)));

function signIn(core: Core) {
  return core.session.signIn({ profileId: demoProfileId, ...demoCredentials });
}

function withTeam(start: (core: Core) => Promise<Result<Job>>): StartJob {
  return async (core, _folder, { team: form }) => {
    if (!form) throw new Error('This job needs a team database.');
    const saved = await core.team.save(form);
    return saved.ok ? start(core) : saved;
  };
}

/** The job of a kind that work, which resolves only at its end, has started. */
async function startedBy(core: Core, kind: Job['kind'], work: Promise<unknown>): Promise<Result<Job>> {
  let failed: unknown;
  work.catch((error: unknown) => {
    failed = error;
  });
  for (;;) {
    const job = core.jobs.list().find((each) => each.kind === kind && isActiveJob(each));
    if (job) return succeed(job);
    if (failed) throw failed;
    await nextTurn();
  }
}

function nextTurn(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}

function chosen(folder: string, name: string) {
  return { path: path.join(folder, 'in', name), name, isTemporary: false };
}

function target(folder: string, name: string) {
  return { path: path.join(folder, 'out', name) };
}

// Run as a separate process: `run-app-job.ts <data folder> <job> <kill|cancel> <milliseconds> <servers>`. Starts a job,
// prints its title, and kills itself or cancels the job after this time. Prints the ended job with the time that it has run.
if (process.argv[1] === import.meta.filename) {
  // The kill comes before Node would save what it has compiled, for the next run.
  flushCompileCache();
  const [dataDir = '', name = '', end = '', delay = '', servers = ''] = process.argv.slice(2);
  const core = await createCore({
    ...{ dataDir, keychain: createMemoryKeychain(), workers: coreWorkers },
    onProblem(error, where) {
      process.stderr.write(`${where}: ${String(error)}\n`);
    },
  });
  await core.workspaceChecked();
  const started = await starts.get(name)?.(core, dataDir, JSON.parse(servers));
  if (!started?.ok) throw new Error(started?.failure.message ?? `There is no job “${name}”.`);
  const begun = performance.now();
  const { id, title } = started.value;
  let job: Job = core.jobs.list().find((one) => one.id === id) ?? started.value;
  core.events.listen(({ event }) => {
    // A check is not listed anymore when it has ended.
    if (event.type === 'job' && event.job.id === id) job = event.job;
  });
  process.stdout.write(`${JSON.stringify({ title })}\n`);
  const timer = setTimeout(() => {
    if (end === 'kill') process.kill(process.pid, 'SIGKILL');
    void core.jobs.cancel(id);
  }, Number(delay));
  while (isActiveJob(job)) await nextTurn();
  clearTimeout(timer);
  const { state, outcome, failure } = job;
  process.stdout.write(`${JSON.stringify({ state, outcome, failure, ms: performance.now() - begun })}\n`);
  await core.close();
}
