import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoCredentials } from '../../../../electron/core/demo-service/demo-credentials.ts';
import { lockDataDir } from '../../../../electron/core/settings/lock-data-dir.ts';
import { teamSchemaVersion } from '../../../../electron/core/team/migrations/migrate-team.ts';
import type { TeamConnection } from '../../../../electron/core/team/team-connection.ts';
import { inProject } from '../../../../scripts/lib/paths.mjs';
import { requireBuild } from '../../../builders/built-app.ts';
import { runInProcess } from '../../../builders/cli-run.ts';
import { eventually } from '../../../builders/eventually.ts';
import { buildRecord } from '../../../builders/record-builder.ts';
import { countTeam, createTeam, openFilledStore } from '../../../builders/team-builder.ts';
import {
  openTransaction,
  runSql,
  type TestDatabases,
  whyNoPostgres,
} from '../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../builders/team-databases.ts';
import { makeTempFolder } from '../../../builders/workspace-builder.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: commands on a team database, as ${missing}.\n`);

type Ended = { readonly code: number; readonly summaries: readonly unknown[]; readonly notes: string };

function readEnded(code: number, out: string, notes: string): Ended {
  const lines = out.split('\n').filter((line) => line.startsWith('{'));
  return { code, summaries: lines.map((line) => JSON.parse(line)), notes };
}

/** Starts the command line in this environment. */
function start(variables: NodeJS.ProcessEnv, ...args: string[]) {
  const compiled = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    SIGHTLINE_KEYCHAIN: 'off',
    ...compiled,
    ...variables,
  };
  const ended = Promise.withResolvers<Ended>();
  const child = execFile(
    process.execPath,
    [inProject('dist', 'main', 'cli.js'), ...args],
    { env },
    (error, stdout, stderr) => ended.resolve(readEnded(error ? Number(error.code) : 0, stdout, stderr)),
  );
  return { child, ended: ended.promise };
}

/** The command lines of all processes, one for each line (proc_pid_cmdline(5)). */
function readProcesses(): string {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const lines = processes.flatMap((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      // It has just ended.
      return [];
    }
  });
  return lines.join('\n');
}

/** Runs the command line to its end, in this environment. */
const run = (variables: NodeJS.ProcessEnv, ...args: string[]) => start(variables, ...args).ended;

/** Runs a command in this process; of each command one is run as a process, too. */
async function call(variables: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> {
  const { code, out, notes } = await runInProcess(variables, ...args);
  return readEnded(code, out, notes);
}

describe.skipIf(missing !== undefined)('commands on a team database', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    requireBuild();
    databases = await openTeamDatabases();
  });

  const variables = ({ host, port, database, user }: TeamConnection) => ({
    PGHOST: host,
    PGPORT: String(port),
    PGDATABASE: database,
    PGUSER: user,
  });

  test('set it up, fetch into it from a service, and follow it', async () => {
    const { owner, createUser } = await databases.createDatabase();
    const created = await run(variables(owner), 'team-setup');
    expect(created).toMatchObject({
      code: 0,
      summaries: [{ command: 'team-setup', schemaVersion: teamSchemaVersion }],
    });
    expect(await call(variables(owner), 'team-setup')).toMatchObject({
      code: 0,
      summaries: created.summaries,
    });

    const dataDir = await makeTempFolder();
    const { username, password } = demoCredentials;
    const publisher = {
      ...variables(await createUser('publisher')),
      SIGHTLINE_USERNAME: username,
      SIGHTLINE_PASSWORD: password,
    };
    const fetch = [
      'fetch',
      '--data-dir',
      dataDir,
      '--region',
      'East Asia',
      '--max-records',
      '60',
      '--to',
      'team',
    ];
    expect(await call({}, ...fetch)).toMatchObject({
      code: 2,
      notes: expect.stringContaining('PGHOST, PGDATABASE, PGUSER'),
    });
    const fetched = await run(publisher, ...fetch);
    expect(fetched).toMatchObject({
      code: 0,
      summaries: [
        {
          command: 'fetch',
          state: 'complete',
          records: 60,
          publish: { records: 60, published: 60, notes: [] },
        },
      ],
    });
    const { detections } = await countTeam(owner);
    expect(fetched.summaries).toMatchObject([{ detections, publish: { detections } }]);
    expect(fetched.summaries).toHaveLength(1);
    // On a schedule the same command runs again: nothing is stored twice.
    expect(await run(publisher, ...fetch)).toMatchObject({
      code: 0,
      summaries: [{ command: 'fetch', records: 60, publish: { published: 0 } }],
    });
    expect(await countTeam(owner)).toMatchObject({ records: 60, detections });
    expect(await run(publisher, 'publish', '--data-dir', dataDir)).toMatchObject({
      code: 0,
      summaries: [{ command: 'publish', records: 60, published: 0 }],
    });

    const folder = await makeTempFolder();
    const follow = ['follow', '--once', '--data-dir', folder, '--workspace', path.join(folder, 'team.gpkg')];
    const reviewer = variables(await createUser('reviewer'));
    expect(await run(reviewer, ...follow)).toMatchObject({
      code: 0,
      summaries: [{ command: 'follow', added: 60 }],
    });
    expect(await call(reviewer, ...follow)).toMatchObject({
      code: 0,
      summaries: [{ added: 0, unchanged: 0 }],
    });
    const layers = path.join(folder, 'team.qlr');
    expect(await run(reviewer, 'team-qgis', '--out', layers)).toMatchObject({
      code: 0,
      summaries: [{ command: 'team-qgis', state: 'complete', out: layers }],
    });
    expect(await readFile(layers, 'utf8')).toContain(`dbname='${owner.database}'`);
    expect(await call(reviewer, 'team-qgis', '--out', layers)).toMatchObject({
      code: 1,
      notes: expect.stringContaining('There is a file with this name already'),
    });
    const unlock = lockDataDir(folder);
    expect(await call(reviewer, ...follow)).toMatchObject({ code: 4 });
    unlock();

    const away = { ...reviewer, PGHOST: path.join(folder, 'nowhere') };
    expect(await call(away, ...follow)).toMatchObject({
      code: 5,
      summaries: [{ failure: { code: 'unreachable' } }],
    });
  });

  test('end at once when they are interrupted while they wait for the server', async () => {
    const team = await createTeam(databases);
    const publisher = await team.createUser('publisher');
    const store = openFilledStore([buildRecord()]);
    const waits = async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE usename = '${publisher.user}' AND wait_event_type = 'Lock'`;
      expect(await runSql(team.owner, waiting)).toHaveLength(1);
    };
    const interruptWhileLocked = async (...args: string[]) => {
      const lock = await openTransaction(team.owner, 'LOCK TABLE sightline.raw_blocks');
      const { child, ended } = start(variables(publisher), ...args);
      await eventually(waits);
      child.kill('SIGINT');
      expect(await ended).toMatchObject({ code: 130, summaries: [{ state: 'cancelled' }] });
      await lock.rollBack();
    };
    await interruptWhileLocked('publish', '--workspace', store.path);
    expect(await countTeam(team.owner)).toMatchObject({ records: 0, detections: 0 });
    expect(await call(variables(publisher), 'publish', '--workspace', store.path)).toMatchObject({ code: 0 });
    const folder = await makeTempFolder();
    const file = path.join(folder, 'team.gpkg');
    await interruptWhileLocked('follow', '--once', '--data-dir', folder, '--workspace', file);
  });

  // Other systems have no folder of processes.
  test.runIf(existsSync('/proc/self/cmdline'))(
    'show no password in any list of processes or sessions',
    async () => {
      const password = 'kept to itself';
      const team = await createTeam(databases);
      const publisher = await team.createUser('publisher');
      const store = openFilledStore([buildRecord()]);
      const lock = await openTransaction(team.owner, 'LOCK TABLE sightline.raw_blocks');
      const publish = ['publish', '--workspace', store.path];
      const { ended } = start({ ...variables(publisher), PGPASSWORD: password }, ...publish);
      const sessions = `SELECT query FROM pg_stat_activity WHERE usename = '${publisher.user}'`;
      await eventually(async () => {
        const waiting = await runSql(team.owner, `${sessions} AND wait_event_type = 'Lock'`);
        expect(waiting).toHaveLength(1);
      });
      const processes = readProcesses();
      expect(processes).toContain(store.path);
      expect(processes).not.toContain(password);
      expect(JSON.stringify(await runSql(team.owner, sessions))).not.toContain(password);
      await lock.rollBack();
      expect(await ended).toMatchObject({ code: 0 });
    },
  );

  test('name a file of the authority that is missing', async () => {
    const { owner } = await databases.createDatabase();
    const away = { ...variables(owner), PGHOST: 'localhost', PGSSLROOTCERT: '/nowhere/authority.pem' };
    expect(await call(away, 'team-setup')).toMatchObject({
      code: 2,
      notes: expect.stringContaining('/nowhere/authority.pem'),
      summaries: [{ failure: { code: 'invalid-input' } }],
    });
  });
});
