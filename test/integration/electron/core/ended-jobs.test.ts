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
import type { Core } from '../../../../electron/core/core.ts';
import { createCore } from '../../../../electron/core/create-core.ts';
import { demoCredentials } from '../../../../electron/core/demo-service/demo-credentials.ts';
import { closeWriter, openDatabase } from '../../../../electron/core/workspace/open/open-database.ts';
import { describeState } from '../../../../shared/jobs/describe-job.ts';
import { isActiveJob, type Job, jobSchema } from '../../../../shared/jobs/job.ts';
import type { Result } from '../../../../shared/result.ts';
import { searchSchema } from '../../../../shared/results/search.ts';
import { demoProfileId } from '../../../../shared/settings/profile.ts';
import { toMarineCadastre, toRecord } from '../../../builders/ais-sea.ts';
import { simulatePass } from '../../../builders/ais-simulator.ts';
import { coreWorkers } from '../../../builders/core-workers.ts';
import { eventually } from '../../../builders/eventually.ts';
import { valued } from '../../../builders/fetch-core.ts';
import { buildRecords, fillWithReviews } from '../../../builders/filled-workspace.ts';
import { createMemoryKeychain } from '../../../builders/memory-keychain.ts';
import { appJobs, type JobServers, jobInputs, starts } from '../../../builders/run-app-job.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';
import { countTeam, createTeam, openFilledStore, publish } from '../../../builders/team-builder.ts';
import { whyNoPostgres } from '../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../builders/team-databases.ts';
import { isLongRun } from '../../../builders/test-tier.ts';
import { startTileServer, type TileServer } from '../../../builders/tile-server.ts';
import { createFillableStore, makeTempFolder } from '../../../builders/workspace-builder.ts';

const program = fileURLToPath(new URL('../../../builders/run-app-job.ts', import.meta.url));
/** Numbers of moments at which each job is ended in the nightly run; in `npm test` it is one, killed or cancelled in turn. */
const moments = { kill: 20, cancel: 10 };
const countsFile = path.join(tmpdir(), 'sightline-ended-jobs.txt');
const seed = Number(process.env.SIGHTLINE_TEST_SEED ?? 51);
/** Duration from which the one moment is drawn, in milliseconds: that of most jobs with these files. */
const usualMs = 300;

/** Starts a core on a data folder; the first one signs in to the demo service, whose profile the others do not have. */
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
let tileServer: TileServer;

/** A data folder with a workspace, a layer, records with chips, and files for all jobs. */
beforeAll(async () => {
  tileServer = await startTileServer();
  template = path.join(mkdtempSync(path.join(tmpdir(), 'sightline-jobs-')), 'data');
  const core = await startCore(template, true);
  const file = core.workspace()?.path ?? '';
  const search = searchSchema.parse({ regions: ['East Asia'], analytics: [], pageSize: 5, maxRecords: 5 });
  await complete(core, await core.fetches.start(search));
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
  await complete(again, await appJobs.import['import a layer'](again, template));
  await again.close();
});

afterAll(async () => {
  await tileServer.close();
  rmSync(path.dirname(template), { recursive: true, force: true });
});

async function complete(core: Core, started: Result<Job>): Promise<void> {
  const { id, title } = valued(started);
  await eventually(() => {
    const job = core.jobs.list().find((one) => one.id === id);
    if (!job || isActiveJob(job)) throw new Error(`“${title}” has not ended.`);
  });
}

/** The servers of an attempt; a team database has records that the workspace lacks, and none of the workspace's. */
async function openServers(job: string) {
  const tiles = `${tileServer.url}/xyz/{z}/{x}/{y}.png`;
  if (!Object.keys(appJobs.team).includes(job)) return { servers: { tiles } };
  const { owner } = await createTeam(await openTeamDatabases());
  valued(await publish(owner, openFilledStore(buildRecords(150))));
  const { host, port, database, user } = owner;
  return { servers: { tiles, team: { host, port, database, user, address: '', password: null } }, owner };
}

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
  for (const cache of ['chips', 'tiles'].map((name) => path.join(dataDir, name, 'cache.sqlite')))
    if (existsSync(cache))
      expect([at, cache, query(cache, 'PRAGMA quick_check')]).toEqual([at, cache, ['["ok"]']]);
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
function run(
  dataDir: string,
  job: string,
  servers: JobServers,
  end: 'kill' | 'cancel',
  delayMs: number,
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const args = [program, dataDir, job, end, String(Math.round(delayMs)), JSON.stringify(servers)];
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

test('the table has each job that the app can start, of every kind', () => {
  const core = fileURLToPath(new URL('../../../../electron/core', import.meta.url));
  const sources = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && name !== path.join('jobs', 'job-runner.ts'),
  );
  const calls = sources.flatMap((name) => {
    const text = readFileSync(path.join(core, name), 'utf8');
    const kinds = [...text.matchAll(/\bnewJob\(\{\s*kind: '(\w+)'/g)].map(([, kind = '']) => kind);
    expect([name, text.match(/\bnewJob\(/g)?.length ?? 0]).toEqual([name, kinds.length]);
    return kinds;
  });
  for (const kind of jobSchema.shape.kind.options) {
    const count = calls.filter((one) => one === kind).length;
    expect([kind, count > 0, Object.keys(appJobs[kind]).length >= count]).toEqual([kind, true, true]);
  }
});

test.for([...starts.keys()])(
  'a job that is to %s and is cancelled or killed at any moment loses nothing, leaves nothing half, and is listed by the next start',
  { timeout: 1_200_000 },
  async (job, { skip }) => {
    const isOfTeam = Object.keys(appJobs.team).includes(job);
    skip(isOfTeam && whyNoPostgres() !== undefined, whyNoPostgres());
    const index = [...starts.keys()].indexOf(job);
    const random = seededRandom(seed + job.length);
    const folder = await makeTempFolder();
    const attempt = async (name: string, end: 'kill' | 'cancel', delayMs: number) => {
      const dataDir = path.join(folder, name);
      cpSync(template, dataDir, { recursive: true });
      const { servers, owner } = await openServers(job);
      const ran = await run(dataDir, job, servers, end, delayMs);
      const at = `${job}, ${end} after ${Math.round(delayMs)} ms`;
      const core = await startCore(dataDir);
      const interrupted = core.jobs.list().filter(({ state }) => state === 'interrupted');
      await core.close();
      expectWhole(dataDir, at);
      if (owner) expect([at, await countTeam(owner)]).toMatchObject([at, { orphans: 0, lost: 0, gaps: 0 }]);
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
      expect(interrupted.map((one) => one.outcome ?? describeState(one))).toEqual([
        expect.stringMatching(/\S/),
      ]);
    }
    if (isLongRun) appendFileSync(countsFile, `${job}: ${JSON.stringify(counts)}, ${Math.round(ms)} ms\n`);
  },
);
