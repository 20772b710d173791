import { execFile, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCore } from '../../../../electron/core/create-core.ts';
import { demoCredentials } from '../../../../electron/core/demo-service/demo-credentials.ts';
import { closeWriter, openDatabase } from '../../../../electron/core/workspace/open/open-database.ts';
import { isActiveJob } from '../../../../shared/jobs/job.ts';
import { demoProfileId } from '../../../../shared/settings/profile.ts';
import { toMarineCadastre, toRecord } from '../../../builders/ais-sea.ts';
import { simulatePass } from '../../../builders/ais-simulator.ts';
import { coreWorkers } from '../../../builders/core-workers.ts';
import { eventually } from '../../../builders/eventually.ts';
import { valued } from '../../../builders/fetch-core.ts';
import { buildRecords, fillWithReviews } from '../../../builders/filled-workspace.ts';
import { createMemoryKeychain } from '../../../builders/memory-keychain.ts';
import { type AppJobName, appJobs, jobInputs } from '../../../builders/run-app-job.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';
import { isLongRun } from '../../../builders/test-tier.ts';
import { createFillableStore, makeTempFolder } from '../../../builders/workspace-builder.ts';

const program = fileURLToPath(new URL('../../../builders/run-app-job.ts', import.meta.url));
/** Numbers of moments at which each job is ended in the nightly run; in `npm test` it is one, killed or cancelled in turn. */
const moments = { kill: 20, cancel: 10 };
const countsFile = path.join(tmpdir(), 'sightline-ended-jobs.txt');
const seed = Number(process.env.SIGHTLINE_TEST_SEED ?? 51);
/** Duration from which the one moment is drawn, in milliseconds: that of most jobs with these files. */
const usualMs = 300;

async function startCore(dataDir: string, isFirst = false) {
  const core = await createCore({
    ...{ dataDir, keychain: createMemoryKeychain(), workers: coreWorkers },
    ...(isFirst ? {} : { demo: false }),
    onProblem(error) {
      throw error;
    },
  });
  if (isFirst) valued(await core.session.signIn({ profileId: demoProfileId, ...demoCredentials }));
  return core;
}

function fill(file: string, records: readonly Record<string, unknown>[]): void {
  const { database } = openDatabase(file);
  fillWithReviews(createFillableStore(database), records);
  closeWriter(database);
}

let template: string;
let workspaceName: string;

/** A data folder with a workspace, a layer, and files for all jobs. */
beforeAll(async () => {
  template = path.join(mkdtempSync(path.join(tmpdir(), 'sightline-jobs-')), 'data');
  const core = await startCore(template, true);
  const file = core.workspace()?.path ?? '';
  await core.close();
  workspaceName = path.relative(template, file);
  const sea = simulatePass({ seed: 50, ships: 40 });
  fill(file, [...buildRecords(150), toRecord(sea, '00000000-0000-4000-8000-00000000aaaa')]);
  for (const folder of ['in', 'out']) mkdirSync(path.join(template, folder));
  const input = (name: keyof typeof jobInputs) => path.join(template, 'in', jobInputs[name]);
  const features = Array.from({ length: 5000 }, (_, index) => ({
    ...{ type: 'Feature', properties: { name: `Point ${index}` } },
    geometry: { type: 'Point', coordinates: [129 + index / 10_000, 35] },
  }));
  writeFileSync(input('points'), JSON.stringify({ type: 'FeatureCollection', features }));
  writeFileSync(input('reports'), toMarineCadastre(sea.contacts));
  writeFileSync(input('records'), JSON.stringify(buildRecords(150)));
  fill(input('case'), buildRecords(150));
  fill(input('damaged'), buildRecords(150));
  const bytes = readFileSync(input('damaged'));
  writeFileSync(input('damaged'), bytes.fill(0, 0, 100));
  const again = await startCore(template);
  const started = valued(await appJobs['import a layer'](again, template));
  await eventually(() => {
    const job = again.jobs.list().find(({ id }) => id === started.id);
    if (!job || isActiveJob(job)) throw new Error('The import has not ended.');
  });
  await again.close();
}, 120_000);

afterAll(() => rmSync(path.dirname(template), { recursive: true, force: true }));

function query(file: string, text: string): readonly unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(text)
      .all()
      .map((row) => JSON.stringify(Object.values(row)));
  } finally {
    database.close();
  }
}

const works = [
  'SELECT record_id FROM records',
  'SELECT record_id, identity, verdict, flagged, note FROM reviews',
  'SELECT layer_id, table_name FROM layers',
];
const halfs = [
  'SELECT file_id FROM ais_contacts WHERE file_id NOT IN (SELECT file_id FROM ais_files)',
  "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'layer_[0-9a-f]*' AND name NOT IN (SELECT table_name FROM layers)",
  "SELECT * FROM pragma_quick_check WHERE quick_check <> 'ok'",
];

/** Asserts that a data folder has all that it had, that nothing in it is half, and that a file that was written is whole. */
function expectWhole(dataDir: string, at: string): void {
  const file = path.join(dataDir, workspaceName);
  for (const text of works) {
    const now = new Set(query(file, text));
    expect([at, query(path.join(template, workspaceName), text).filter((row) => !now.has(row))]).toEqual([
      at,
      [],
    ]);
  }
  for (const text of halfs) expect([at, query(file, text)]).toEqual([at, []]);
  for (const name of readdirSync(path.join(dataDir, 'out')).filter((one) => !one.startsWith('.')))
    expect([at, name, isWhole(path.join(dataDir, 'out', name))]).toEqual([at, name, true]);
  const folder = path.dirname(file);
  for (const name of readdirSync(folder).filter((one) => /^[^.].*\.gpkg$/.test(one)))
    expect([at, name, query(path.join(folder, name), 'PRAGMA quick_check')]).toEqual([at, name, ['["ok"]']]);
  expect([at, readdirSync(folder).filter((one) => /\.part-|\.source$/.test(one))]).toEqual([at, []]);
  const incoming = path.join(dataDir, 'incoming');
  expect([at, existsSync(incoming) ? readdirSync(incoming) : []]).toEqual([at, []]);
}

function isWhole(file: string): boolean {
  switch (path.extname(file)) {
    case '.gpkg':
      return (
        query(file, 'PRAGMA quick_check')[0] === '["ok"]' &&
        query(file, "SELECT 1 FROM sqlite_schema WHERE name = 'gpkg_contents'").length === 1
      );
    case '.csv':
      // The heading, and every detection of the workspace.
      return readFileSync(file, 'utf8').split('\r\n').length > 450;
    case '.zip':
      return spawnSync('unzip', ['-tq', file]).status === 0;
    default:
      return JSON.parse(readFileSync(file, 'utf8')).features.length === 5000;
  }
}

type Run = {
  readonly signal: string | null;
  readonly title: string;
  readonly ended?: { readonly state: string; readonly ms: number; readonly failure?: unknown };
};

/** Runs a job in a process of its own over a copy of the data folder. */
function run(dataDir: string, job: AppJobName, end: 'kill' | 'cancel', delayMs: number): Promise<Run> {
  return new Promise((resolve, reject) => {
    const args = [program, dataDir, job, end, String(Math.round(delayMs))];
    const child = execFile(process.execPath, args, (error, stdout, stderr) => {
      const [title, ended] = stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      if (error && child.signalCode !== 'SIGKILL') reject(new Error(`${job}: ${stderr}`, { cause: error }));
      else resolve({ signal: child.signalCode, title: title?.title, ended });
    });
  });
}

test.each(Object.keys(appJobs) as readonly AppJobName[])(
  'a job that is to %s and is cancelled or killed at any moment loses nothing, leaves nothing half, and is listed by the next start',
  async (job) => {
    const index = Object.keys(appJobs).indexOf(job);
    const random = seededRandom(seed + job.length);
    const folder = await makeTempFolder();
    const attempt = async (name: string, end: 'kill' | 'cancel', delayMs: number) => {
      const dataDir = path.join(folder, name);
      cpSync(template, dataDir, { recursive: true });
      const ran = await run(dataDir, job, end, delayMs);
      const at = `${job}, ${end} after ${Math.round(delayMs)} ms`;
      const core = await startCore(dataDir);
      const interrupted = core.jobs.list().filter(({ state }) => state === 'interrupted');
      await core.close();
      expectWhole(dataDir, at);
      rmSync(dataDir, { recursive: true });
      return { ...ran, at, interrupted };
    };
    const whole = isLongRun ? await attempt('whole', 'cancel', 600_000) : undefined;
    if (whole) expect(whole.ended, whole.at).toMatchObject({ state: 'complete' });
    const ms = whole?.ended?.ms ?? usualMs;
    const usual = index % 2 === 0 ? ({ kill: 1, cancel: 0 } as const) : ({ kill: 0, cancel: 1 } as const);
    const times = isLongRun ? moments : usual;
    const counts = { cancelled: 0, complete: 0, killed: 0 };
    for (let count = 0; count < times.cancel; count += 1) {
      const { ended, at, interrupted } = await attempt(`cancel-${count}`, 'cancel', random.next() * ms);
      expect([at, ['cancelled', 'complete'].includes(ended?.state ?? ''), interrupted]).toEqual([
        at,
        true,
        [],
      ]);
      counts[ended?.state === 'complete' ? 'complete' : 'cancelled'] += 1;
    }
    for (let count = 0; count < times.kill; count += 1) {
      const { signal, ended, title, at, interrupted } = await attempt(
        `kill-${count}`,
        'kill',
        random.next() * ms,
      );
      counts[signal === 'SIGKILL' ? 'killed' : 'complete'] += 1;
      if (signal !== 'SIGKILL' || ended) continue;
      expect([at, interrupted.map((one) => one.title)]).toEqual([at, [title]]);
      expect(interrupted[0]?.outcome).toMatch(/\S/);
    }
    if (isLongRun) appendFileSync(countsFile, `${job}: ${JSON.stringify(counts)}, ${Math.round(ms)} ms\n`);
  },
  1_200_000,
);
