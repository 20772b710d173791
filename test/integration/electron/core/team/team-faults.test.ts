import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CallStopped } from '../../../../../electron/core/base/thread-protocol.ts';
import { publishWorkspace } from '../../../../../electron/core/team/team.ts';
import { openTeamSession } from '../../../../../electron/core/team/team-session.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { startStallingProxy } from '../../../../builders/stalling-proxy.ts';
import {
  addRecords,
  countTeam,
  createTeam,
  expectOk,
  openFilledStore,
  publish,
} from '../../../../builders/team-builder.ts';
import {
  postgresUser,
  runSql,
  type TestDatabase,
  type TestDatabases,
  whyNoPostgres,
} from '../../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../../builders/team-databases.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: faults of a team database, as ${missing}.\n`);
const missingMount =
  spawnSync('unshare', ['--mount', 'true']).status === 0 ? undefined : 'mounting is not permitted';
if (missingMount !== undefined)
  process.stderr.write(`Skipped: a full disk of a team database, as ${missingMount}.\n`);

/** A record with so many bytes that cannot be compressed. */
const buildLarge = (bytes: number) =>
  buildRecord({ features: [buildFeature({ properties: { noise: randomBytes(bytes).toString('hex') } })] });

describe.skipIf(missing !== undefined)('faults of a team database', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await openTeamDatabases();
  });

  const transactionsOf = async ({ owner, name }: TestDatabase) =>
    (
      await runSql(
        owner,
        `SELECT state FROM pg_stat_activity WHERE datname = '${name}' AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`,
      )
    ).flat();

  test('a row that COPY refuses costs its record, which a note names', async () => {
    const team = await createTeam(databases);
    await runSql(team.owner, `ALTER TABLE sightline.detections ADD CHECK (region <> 'Nowhere')`);
    const refused = buildRecord({ region: 'Nowhere' });
    const records = [...Array.from({ length: 6 }, () => buildRecord()), refused, buildRecord()];
    const published = expectOk(await publish(await team.createUser('publisher'), openFilledStore(records)));
    expect(published).toMatchObject({ published: 7, detections: 7 });
    expect(published.notes).toEqual([
      expect.stringMatching(
        new RegExp(`^The record ${refused.assignedId} was not published: .*check constraint`),
      ),
    ]);
    expect(await countTeam(team.owner)).toEqual({ records: 7, detections: 7, orphans: 0, lost: 0, gaps: 0 });
  });

  test.skipIf(missingMount !== undefined)('a full disk is named, and what was committed stays', async () => {
    const team = await createTeam(databases);
    const publisher = await team.createUser('publisher');
    const store = openFilledStore([buildRecord()]);
    expectOk(await publish(publisher, store));
    const disk = mkdtempSync('/tmp/sl-disk-');
    const { uid, gid } = postgresUser() ?? { uid: 0, gid: 0 };
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=1m,uid=${uid},gid=${gid}`, 'tmpfs', disk]);
    onTestFinished(() => {
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    });
    await runSql(team.owner, `CREATE TABLESPACE small LOCATION '${disk}'`);
    await runSql(team.owner, 'ALTER TABLE sightline.raw_blocks SET TABLESPACE small');
    addRecords(store, [buildLarge(600_000), buildLarge(600_000)]);
    expect(await publish(publisher, store)).toMatchObject({
      failure: {
        code: 'disk',
        message: expect.stringMatching(/^The disk of the team database .* is full\./),
      },
    });
    // The server ends it when it has noticed that the connection was closed.
    await expect.poll(() => transactionsOf(team)).toEqual([]);
    expect(await countTeam(team.owner)).toMatchObject({ records: 1, detections: 1 });
    await runSql(team.owner, 'ALTER TABLE sightline.raw_blocks SET TABLESPACE pg_default');
    await runSql(team.owner, 'DROP TABLESPACE small');
    expect(expectOk(await publish(publisher, store))).toMatchObject({ published: 2 });
  });

  test('an error of the server itself ends the publication, and no record is blamed for it', async () => {
    const team = await createTeam(databases);
    const publisher = await team.createUser('publisher');
    const store = openFilledStore(Array.from({ length: 4 }, () => buildRecord()));
    await runSql(
      team.owner,
      `CREATE FUNCTION public.fail() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE 'out of order' USING ERRCODE = 'internal_error'; END $$;
       CREATE TRIGGER fail BEFORE INSERT ON sightline.raw_blocks EXECUTE FUNCTION public.fail()`,
    );
    expect(await publish(publisher, store)).toMatchObject({
      failure: { code: 'server-error', details: 'out of order (XX000)' },
    });
    // The server ends it when it has noticed that the connection was closed.
    await expect.poll(() => transactionsOf(team)).toEqual([]);
    await runSql(team.owner, 'DROP TRIGGER fail ON sightline.raw_blocks');
    expect(expectOk(await publish(publisher, store))).toMatchObject({ published: 4, notes: [] });
  });

  test('a link that is cut without notice ends on both sides, and publishing continues later', async () => {
    const team = await createTeam(databases);
    const publisher = await team.createUser('publisher');
    const store = openFilledStore(Array.from({ length: 3 }, () => buildRecord()));
    // The rows are written, and the transaction waits for its last statement.
    const proxy = await startStallingProxy(team.owner, 'SET CONSTRAINTS');
    onTestFinished(() => proxy.stop());
    const cutOff = { ...proxy.through(publisher), maxSilenceMs: 1000 };
    expect(await publish(cutOff, store)).toMatchObject({
      failure: { code: 'unreachable', message: expect.stringMatching(/ sent no answer for 1 s\.$/) },
    });
    await eventually(async () => expect(await transactionsOf(team)).toEqual([]));
    expect(await countTeam(team.owner)).toMatchObject({ records: 0, detections: 0 });
    proxy.resume();
    expectOk(await publish(publisher, store));
    expect(await countTeam(team.owner)).toEqual({ records: 3, detections: 3, orphans: 0, lost: 0, gaps: 0 });
  });

  test('a link that is cut while a session begins to listen ends', async () => {
    const team = await createTeam(databases);
    const proxy = await startStallingProxy(team.owner, 'LISTEN');
    onTestFinished(() => proxy.stop());
    const connection = { ...proxy.through(await team.createUser('reviewer')), maxSilenceMs: 1000 };
    // Without a limit the session would wait for the response for ever.
    const { signal } = new AbortController();
    const options = { signal, onVersion() {}, onEnd() {} };
    expect(await openTeamSession(coreWorkers.team, connection, options)).toMatchObject({
      failure: { code: 'unreachable', message: expect.stringMatching(/ sent no answer for 1 s\.$/) },
    });
  });

  test('a publication is cancelled also while the server does not respond to its first message', async () => {
    const stopped = new AbortController();
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => stopped.abort());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const connection = { host: '127.0.0.1', port, database: 'team', user: 'anna' };
    const request = { connection, workspacePath: openFilledStore([buildRecord()]).path };
    const options = { signal: stopped.signal, onProgress() {} };
    await expect(publishWorkspace(coreWorkers.team, request, options)).rejects.toThrow(CallStopped);
  });
});
