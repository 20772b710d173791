import { flushCompileCache } from 'node:module';
import path from 'node:path';
import type { Core } from '../../electron/core/core.ts';
import { createCore } from '../../electron/core/create-core.ts';
import { isActiveJob, type Job } from '../../shared/jobs/job.ts';
import type { Result } from '../../shared/result.ts';
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

/** The jobs of the app that need no server, by their names: how each is started in a core with a data folder. */
export const appJobs = {
  'import a layer': (core: Core, folder: string) => core.layers.start(chosen(folder, jobInputs.points)),
  async 'import AIS reports'(core: Core, folder: string) {
    const preview = await core.ais.preview(chosen(folder, jobInputs.reports));
    return preview.ok ? core.ais.start(preview.value.file, preview.value) : preview;
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
  'copy the workspace': (core: Core, folder: string) =>
    core.workspaceTools.saveCopy(target(folder, 'written.gpkg')),
  'compact the workspace': (core: Core) => core.workspaceTools.compact(),
  'rebuild the workspace': (core: Core) => core.workspaceTools.rebuild(null),
  async 'rescue a file'(core: Core, folder: string) {
    const found = await core.workspaceTools.inspectFile(chosen(folder, jobInputs.damaged));
    return found.ok ? core.workspaceTools.rebuild(found.value.id) : found;
  },
} satisfies Readonly<Record<string, (core: Core, folder: string) => Promise<Result<Job>>>>;

export type AppJobName = keyof typeof appJobs;

function chosen(folder: string, name: string) {
  return { path: path.join(folder, 'in', name), name, isTemporary: false };
}

function target(folder: string, name: string) {
  return { path: path.join(folder, 'out', name) };
}

// Run as a separate process: `run-app-job.ts <data folder> <job> <kill|cancel> <milliseconds>`. Starts a job, prints its
// title, and kills itself or cancels the job after this time. Prints the ended job with the time that it has run.
if (process.argv[1] === import.meta.filename) {
  // The kill comes before Node would save what it has compiled, for the next run.
  flushCompileCache();
  const [dataDir = '', name = '', end = '', delay = ''] = process.argv.slice(2);
  const core = await createCore({
    ...{ dataDir, keychain: createMemoryKeychain(), workers: coreWorkers, demo: false },
    onProblem(error, where) {
      process.stderr.write(`${where}: ${String(error)}\n`);
    },
  });
  await core.workspaceChecked();
  const begun = performance.now();
  const started = await appJobs[name as AppJobName](core, dataDir);
  if (!started.ok) throw new Error(started.failure.message);
  const { id, title } = started.value;
  process.stdout.write(`${JSON.stringify({ title })}\n`);
  const timer = setTimeout(() => {
    if (end === 'kill') process.kill(process.pid, 'SIGKILL');
    void core.jobs.cancel(id);
  }, Number(delay));
  for (;;) {
    const job = core.jobs.list().find((one) => one.id === id);
    if (job && !isActiveJob(job)) {
      clearTimeout(timer);
      const { state, outcome, failure } = job;
      process.stdout.write(`${JSON.stringify({ state, outcome, failure, ms: performance.now() - begun })}\n`);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await core.close();
}
