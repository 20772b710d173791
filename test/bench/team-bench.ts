import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../scripts/lib/programs.mjs';
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
        run: (round) =>
          measure(() =>
            runChild(
              'team-pull',
              ...[worker, workspaceWorker, JSON.stringify(getTeam().owner)],
              path.join(data.folder, `pulled-${round}.gpkg`),
            ),
          ),
      },
      { name: 'a box through the view', run: () => measureBox() },
    ];
  },
  bars: [
    { of: 'first publish', to: 'ogr2ogr COPY + GiST', atMost: 1.2, processorTime: true },
    { of: 'first publish', megabytes: 400 },
    { of: 'publish, unchanged', to: 'first publish', atMost: 0.05, processorTime: true },
    { of: 'publish, 1 % changed', to: 'first publish', atMost: 0.12, processorTime: true },
    { of: 'pull into an empty workspace', to: 'ingest of the pages', atMost: 1.2, processorTime: true },
    { of: 'a box through the view', milliseconds: 10 },
  ],
  async close() {
    await cluster?.stop();
  },
};

async function getCluster(): Promise<TeamCluster> {
  cluster ??= await startTeamCluster();
  return cluster;
}

function getTeam(): TestDatabase {
  if (!team) throw new Error('Nothing was published yet.');
  return team;
}

function publish(workspace: string) {
  return runChild('team-publish', worker, JSON.stringify(getTeam().owner), workspace);
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
  { workspace, pages, folder, size }: BenchData,
  round: number,
): Promise<string> {
  const file = path.join(folder, `changed-${round}.gpkg`);
  copyFileSync(workspace, file);
  const page = JSON.parse(readFileSync(pages[0] ?? '', 'utf8'));
  const [records] = Object.values(page.data) as { content: { features: { properties: object }[] } }[][];
  const changed = (records ?? []).slice(0, size.records / 100);
  for (const { content } of changed)
    Object.assign(content.features[0]?.properties ?? {}, { benchRound: round });
  const changedPage = path.join(folder, 'changed.json');
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

/**
 * Queries 20 boxes of one degree through the view. Returns the median of the execution times that the server reports.
 */
async function measureBox(): Promise<Run> {
  const { owner } = getTeam();
  const times: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    const [west, south] = [103 + (index % 5) * 0.1, 1 + Math.floor(index / 5) * 0.1];
    const [row] = await runSql(
      owner,
      `EXPLAIN (ANALYZE, FORMAT JSON) SELECT * FROM sightline_gis.detections
       WHERE geom && public.ST_MakeEnvelope(${west}, ${south}, ${west + 1}, ${south + 1}, 4326)`,
    );
    const [plan] = (row?.[0] ?? []) as readonly { 'Execution Time': number }[];
    times.push(plan?.['Execution Time'] ?? Number.NaN);
  }
  return { milliseconds: times.toSorted((one, other) => one - other)[10] ?? Number.NaN };
}

/** Runs a program and adds the processor time of the server's ended sessions to that of the program. */
async function measure(run: () => Promise<Run>): Promise<Run> {
  const server = String((await getCluster()).processId());
  const before = sessionsProcessorMs(server);
  const measured = await run();
  const processorMilliseconds = (measured.processorMilliseconds ?? 0) + sessionsProcessorMs(server) - before;
  return { ...measured, processorMilliseconds };
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
