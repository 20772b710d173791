import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { TeamConnection } from '../../electron/core/team/team-connection.ts';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { makeAuthority } from '../builders/certificate.ts';
import { coreWorkers } from '../builders/core-workers.ts';
import { createTeam } from '../builders/team-builder.ts';
import {
  runSql,
  startTeamCluster,
  type TeamCluster,
  type TestDatabase,
  whyNoPostgres,
} from '../builders/team-cluster.ts';
import type { Bench, BenchData, Run } from './bench.ts';
import { ingestPages } from './ingest-bench.ts';
import { runChild, runPeer } from './run-child.ts';

const worker = fileURLToPath(coreWorkers.team);
const workspaceWorker = fileURLToPath(coreWorkers.workspace);

/**
 * Folder of the certificates and the socket of the counting proxy; short, since the path of a socket may have 107
 * bytes.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'sl-bench-'));
let cluster: TeamCluster | undefined;
/** The team database of the current round. */
let team: TestDatabase | undefined;

/**
 * Measures a team database, and ogr2ogr for comparison, in a PostgreSQL server of the bench. Processor times are those
 * of the program and of the server's sessions together. It runs only when it is named: `npm run bench:team`.
 */
export const teamBench: Bench = {
  name: 'team',
  isOnRequest: true,
  measured: (data) => {
    const missing = whyNoPostgres();
    if (missing !== undefined) {
      process.stderr.write(`Skipped: the team database, as ${missing}.\n`);
      return [];
    }
    return [
      {
        name: 'ingest of the pages',
        run: (round) =>
          measure(() => ingestPages(path.join(data.folder, `local-${round}.gpkg`), fetchId(1), data.pages)),
      },
      ...(findProgram('ogr2ogr')
        ? [{ name: 'ogr2ogr COPY + GiST', run: () => measure(() => runPeerImport(data)) }]
        : []),
      {
        name: 'first publish',
        run: async () => {
          team = await createTeam(await getCluster());
          return measure(() => publish(data.workspace));
        },
      },
      {
        name: 'first publish over TLS',
        run: async () => {
          const { owner } = await createTeam(await getCluster());
          const connection = await connectOverTls(owner);
          return measure(() => publish(data.workspace, connection));
        },
      },
      { name: 'publish, unchanged', run: () => measure(() => publish(data.workspace)) },
      {
        name: 'publish, 1 % changed',
        run: async (round) => {
          const changed = await changeOnePercent(data, round);
          return measure(() => publish(changed));
        },
      },
      {
        name: 'pull into an empty workspace',
        run: (round) => measure(() => pull(path.join(data.folder, `pulled-${round}.gpkg`))),
      },
      { name: 'a box through the view', run: () => measureBox() },
      { name: 'a bare commit', run: () => measureCommit() },
      { name: 'verdict A → seen in B', run: (round) => measureVerdicts(data, round) },
      {
        name: 'verdict A → seen in B during a publish',
        run: (round) => measureVerdicts(data, round, data.workspace),
      },
      { name: '20 reviewers at human pace, p99', run: () => measureReviewers() },
    ];
  },
  bars: [
    { of: 'first publish', to: 'ogr2ogr COPY + GiST', atMost: 1.2, processorTime: true },
    { of: 'first publish', to: 'ogr2ogr COPY + GiST', atMost: 1.2 },
    { of: 'first publish', megabytes: 400 },
    { of: 'publish, unchanged', to: 'first publish', atMost: 0.05, processorTime: true },
    { of: 'publish, 1 % changed', to: 'first publish', atMost: 0.12, processorTime: true },
    { of: 'pull into an empty workspace', to: 'ingest of the pages', atMost: 1.2, processorTime: true },
    { of: 'pull into an empty workspace', megabytes: 400 },
    { of: 'pull into an empty workspace', wireBytesPerDetection: 60 },
    { of: 'first publish over TLS', to: 'first publish', atMost: 1.15, processorTime: true },
    { of: 'a box through the view', milliseconds: 10 },
    { of: 'verdict A → seen in B', to: 'a bare commit', atMost: 12 },
    { of: 'verdict A → seen in B during a publish', to: 'a bare commit', atMost: 30 },
    { of: '20 reviewers at human pace, p99', milliseconds: 150 },
  ],
  async close() {
    await cluster?.stop();
    rmSync(folder, { recursive: true });
  },
};

async function getCluster(): Promise<TeamCluster> {
  // Durable commits, as on a server in use. Without autovacuum, the plans after a publication depend on it alone.
  const settings = { fsync: 'on', autovacuum: 'off', shared_buffers: '256MB', max_wal_size: '4GB' };
  cluster ??= await startTeamCluster(['host all all 127.0.0.1/32 scram-sha-256'], settings);
  return cluster;
}

function getTeam(): TestDatabase {
  if (!team) throw new Error('Nothing was published yet.');
  return team;
}

function publish(workspace: string, connection = getTeam().owner) {
  return runChild('team-publish', worker, JSON.stringify(connection), workspace);
}

/** Pulls through a proxy that counts the bytes. */
async function pull(workspace: string): Promise<Run> {
  const { owner } = getTeam();
  const socketName = `.s.PGSQL.${owner.port}`;
  let wireBytes = 0;
  const proxy = net.createServer((client) => {
    const upstream = net.connect(path.join(owner.host, socketName));
    for (const socket of [client, upstream]) {
      socket.on('data', (chunk) => {
        wireBytes += chunk.length;
      });
      socket.on('error', () => socket.destroy());
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(path.join(folder, socketName), resolve));
  const connection = JSON.stringify({ ...owner, host: folder });
  const run = await runChild('team-pull', worker, workspaceWorker, connection, workspace);
  proxy.close();
  return { ...run, wireBytes };
}

/** Lets the server offer TLS, and returns how a user with a password connects by it. */
async function connectOverTls(owner: TeamConnection): Promise<TeamConnection> {
  const authority = await makeAuthority(folder);
  await (await getCluster()).setTls(await authority.issue(['db.example']));
  const password = 'of the bench';
  await runSql(
    owner,
    `DROP ROLE IF EXISTS bench; SET password_encryption = 'scram-sha-256';
     CREATE ROLE bench LOGIN SUPERUSER PASSWORD '${password}'`,
  );
  const connection = { ...owner, user: 'bench', password, authorityFile: authority.file };
  return (await getCluster()).overTls(connection);
}

async function runPeerImport({ sequence }: BenchData): Promise<Run> {
  const { name, owner } = await (await getCluster()).createDatabase();
  await runSql(owner, 'CREATE EXTENSION postgis');
  return runPeer(
    'ogr2ogr',
    ...[
      '-q',
      '-f',
      'PostgreSQL',
      `PG:host=${owner.host} port=${owner.port} user=${owner.user} dbname=${name}`,
    ],
    ...[sequence, '-nln', 'detections', '--config', 'PG_USE_COPY', 'YES'],
  );
}

/** Returns the path of a copy of the workspace in which a later fetch has changed one percent of the records. */
async function changeOnePercent(
  { workspace, pages, folder: files, size }: BenchData,
  round: number,
): Promise<string> {
  const file = path.join(files, `changed-${round}.gpkg`);
  copyFileSync(workspace, file);
  const page = JSON.parse(readFileSync(pages[0] ?? '', 'utf8'));
  const [records] = Object.values(page.data) as { content: { features: { properties: object }[] } }[][];
  const changed = (records ?? []).slice(0, size.records / 100);
  for (const { content } of changed)
    Object.assign(content.features[0]?.properties ?? {}, { benchRound: round });
  const changedPage = path.join(files, 'changed.json');
  writeFileSync(
    changedPage,
    JSON.stringify({
      paginationInfo: { recordsInPage: changed.length },
      data: { [Object.keys(page.data)[0] ?? '']: changed },
    }),
  );
  await ingestPages(file, fetchId(3 + round), [changedPage]);
  return file;
}

/** The most rows of a measured box: about as many as a map of one place shows. */
const boxRows = 1000;

/**
 * Queries a box around each of 20 detections through the view. The boxes are as large as possible, of 1°, 1/2°, 1/4° and so
 * on, with at most `boxRows` rows. Returns the median of the execution times that the server reports, and as a part the
 * median of the rows.
 */
async function measureBox(): Promise<Run> {
  const { owner } = getTeam();
  const places = await runSql(
    owner,
    `SELECT DISTINCT ON (part) public.ST_X(geom), public.ST_Y(geom)
     FROM (SELECT geom, detection_id, ntile(20) OVER (ORDER BY detection_id) AS part FROM sightline.detections) AS d
     ORDER BY part, detection_id`,
  );
  const found: { readonly milliseconds: number; readonly rows: number }[] = [];
  for (const [longitude, latitude] of places) {
    const select = (side: number) => `FROM sightline_gis.detections WHERE geom && public.ST_Expand(
      public.ST_SetSRID(public.ST_MakePoint(${longitude}, ${latitude}), 4326), ${side / 2})`;
    let side = 2;
    let rows = Number.POSITIVE_INFINITY;
    while (rows > boxRows) {
      side /= 2;
      rows = Number((await runSql(owner, `SELECT count(*) ${select(side)}`))[0]?.[0]);
    }
    // Without reading the clock for each row of each step.
    const explain = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) SELECT * ${select(side)}`;
    const [[[plan] = []] = []] = (await runSql(owner, explain)) as readonly (readonly {
      readonly 'Execution Time': number;
    }[][])[];
    found.push({ milliseconds: plan?.['Execution Time'] ?? Number.NaN, rows });
  }
  const median = (values: readonly number[]) =>
    values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
  return {
    milliseconds: median(found.map(({ milliseconds }) => milliseconds)),
    parts: { rows: median(found.map(({ rows }) => rows)) },
  };
}

/** Returns the median of commits of one row. */
async function measureCommit(): Promise<Run> {
  const { host, port, database, user } = getTeam().owner;
  const client = new Client({ host, port, database, user });
  await client.connect();
  await client.query('CREATE TABLE IF NOT EXISTS public.bare (id int)');
  const times: number[] = [];
  for (let index = 0; index < 200; index += 1) {
    const startedAt = performance.now();
    await client.query('INSERT INTO public.bare VALUES (1)');
    times.push(performance.now() - startedAt);
  }
  await client.end();
  return { milliseconds: times.toSorted((one, other) => one - other)[100] ?? Number.NaN };
}

/**
 * Measures verdicts between two workspaces of a team with one page of results; with `published`, while that workspace is
 * published.
 */
async function measureVerdicts(
  { pages, folder: files }: BenchData,
  round: number,
  published?: string,
): Promise<Run> {
  const database = await createTeam(await getCluster());
  const reviewers = [await database.createUser('reviewer'), await database.createUser('reviewer')];
  const own = path.join(files, `verdicts-${round}-${published ? 'publish' : 'quiet'}`);
  mkdirSync(own);
  await ingestPages(path.join(own, 'page.gpkg'), fetchId(2), pages.slice(0, 1));
  await publish(path.join(own, 'page.gpkg'), database.owner);
  const end = path.join(own, 'end');
  const verdicts = runChild(
    'team-verdicts',
    ...[worker, workspaceWorker, JSON.stringify(reviewers), own, ...(published ? [end] : [])],
  );
  if (published) {
    // A failure of the program rejects first.
    await Promise.race([verdicts, waitForFile(`${end}.joined`)]);
    await publish(published, database.owner);
    writeFileSync(end, '');
  }
  return verdicts;
}

async function waitForFile(file: string): Promise<void> {
  while (!existsSync(file)) await setTimeout(20);
}

async function measureReviewers(): Promise<Run> {
  const reviewers = await Promise.all(Array.from({ length: 20 }, () => getTeam().createUser('reviewer')));
  const [row] = await runSql(getTeam().owner, 'SELECT record_id FROM sightline.records LIMIT 1');
  return runChild('team-reviewers', JSON.stringify(reviewers), String(row?.[0]));
}

/** Runs a program and adds the processor time of its sessions in the server to that of the program. */
async function measure(run: () => Promise<Run>): Promise<Run> {
  const server = String((await getCluster()).processId());
  await allSessionsEnded(server);
  const before = sessionsProcessorMs(server);
  const measured = await run();
  await allSessionsEnded(server);
  const processorMilliseconds = (measured.processorMilliseconds ?? 0) + sessionsProcessorMs(server) - before;
  return { ...measured, processorMilliseconds };
}

/** Waits for sessions whose program has ended before them: the server counts their processor time when they end. */
async function allSessionsEnded(server: string): Promise<void> {
  while (processTitles(server).some((title) => title === '' || sessionTitle.test(title)))
    await setTimeout(20);
}

/** The title of a session's process has the names of its user and its database; it is empty once the process has ended. */
const sessionTitle = /^postgres: \S+ (postgres|team\d+) /;

/** Returns the titles of the processes of a server (proc_pid_task(5), `children`). */
function processTitles(server: string): readonly string[] {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').match(/\d+/g) ?? [];
  return children.flatMap((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8');
    } catch {
      // It has just ended.
      return [];
    }
  });
}

/**
 * Returns the processor time of the ended sessions of a server, in milliseconds: fields 16 and 17 of proc_pid_stat(5).
 */
function sessionsProcessorMs(server: string): number {
  const stat = readFileSync(`/proc/${server}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function fetchId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
