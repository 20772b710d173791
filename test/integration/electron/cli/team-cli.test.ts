import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoCredentials } from '../../../../electron/core/demo-service/demo-credentials.ts';
import { lockDataDir } from '../../../../electron/core/settings/lock-data-dir.ts';
import { teamSchemaVersion } from '../../../../electron/core/team/migrations/migrate-team.ts';
import { inProject } from '../../../../scripts/lib/paths.mjs';
import { requireBuild } from '../../../builders/built-app.ts';
import { countTeam } from '../../../builders/team-builder.ts';
import { startTeamCluster, type TeamCluster, whyNoPostgres } from '../../../builders/team-cluster.ts';
import { makeTempFolder } from '../../../builders/workspace-builder.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: commands on a team database, as ${missing}.\n`);

/** Runs the command line to its end, in this environment. */
function run(variables: NodeJS.ProcessEnv, ...args: string[]) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, SIGHTLINE_KEYCHAIN: 'off', ...variables };
  return new Promise<{ code: number; summaries: unknown[]; notes: string }>((resolve) => {
    execFile(
      process.execPath,
      [inProject('dist', 'main', 'cli.js'), ...args],
      { env },
      (error, stdout, stderr) => {
        const lines = stdout
          .trim()
          .split('\n')
          .filter((line) => line.startsWith('{'));
        resolve({
          code: error ? Number(error.code) : 0,
          summaries: lines.map((line) => JSON.parse(line)),
          notes: stderr,
        });
      },
    );
  });
}

describe.skipIf(missing !== undefined)('commands on a team database', () => {
  let cluster: TeamCluster;
  beforeAll(async () => {
    requireBuild();
    cluster = await startTeamCluster();
  });
  afterAll(() => cluster?.stop());

  test('set it up, fetch into it from a service, and follow it', async () => {
    const { owner, createUser } = await cluster.createDatabase();
    const variables = ({ host, port, database, user }: typeof owner) => ({
      PGHOST: host,
      PGPORT: String(port),
      PGDATABASE: database,
      PGUSER: user,
    });
    const created = await run(variables(owner), 'team-setup');
    expect(created).toMatchObject({
      code: 0,
      summaries: [{ command: 'team-setup', schemaVersion: teamSchemaVersion }],
    });
    expect(await run(variables(owner), 'team-setup')).toMatchObject({
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
    expect(await run({}, ...fetch)).toMatchObject({
      code: 2,
      notes: expect.stringContaining('PGHOST, PGDATABASE, PGUSER'),
    });
    const fetched = await run(publisher, ...fetch);
    expect(fetched).toMatchObject({
      code: 0,
      summaries: [
        { command: 'fetch', records: 60 },
        { command: 'publish', records: 60, published: 60, notes: [] },
      ],
    });
    const { detections } = await countTeam(owner);
    expect(fetched.summaries).toMatchObject([{ detections }, { detections }]);
    // On a schedule the same command runs again: nothing is stored twice.
    expect(await run(publisher, ...fetch)).toMatchObject({
      code: 0,
      summaries: [
        { command: 'fetch', records: 60 },
        { command: 'publish', published: 0 },
      ],
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
    expect(await run(reviewer, ...follow)).toMatchObject({
      code: 0,
      summaries: [{ added: 0, unchanged: 0 }],
    });
    const layers = path.join(folder, 'team.qlr');
    expect(await run(reviewer, 'team-qgis', '--out', layers)).toMatchObject({
      code: 0,
      summaries: [{ command: 'team-qgis', state: 'complete', out: layers }],
    });
    expect(await readFile(layers, 'utf8')).toContain(`dbname='${owner.database}'`);
    expect(await run(reviewer, 'team-qgis', '--out', layers)).toMatchObject({
      code: 1,
      notes: expect.stringContaining('There is a file with this name already'),
    });
    const unlock = lockDataDir(folder);
    expect(await run(reviewer, ...follow)).toMatchObject({ code: 4 });
    unlock();

    const away = { ...reviewer, PGHOST: path.join(folder, 'nowhere') };
    expect(await run(away, ...follow)).toMatchObject({
      code: 5,
      summaries: [{ failure: { code: 'unreachable' } }],
    });
  });
});
