import path from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import type { WorkspaceStore } from '../../../../../electron/core/workspace/open/workspace-store.ts';
import { buildFeature, buildRecord, buildUuid } from '../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';
import {
  addRecords,
  createTeam,
  cutOff,
  expectOk,
  follow,
  openFilledStore,
  publish,
  startTeamClient,
} from '../../../../builders/team-builder.ts';
import {
  openTransaction,
  runSql,
  startTeamCluster,
  type TestDatabases,
  whyNoPostgres,
} from '../../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../../builders/team-databases.ts';
import { repetitions } from '../../../../builders/test-tier.ts';
import { makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

/** Contents of a workspace; which names the service has returned is known to the one that fetched them only. */
async function resultsIn(workspace: Pick<Workspace, 'counts'> | Pick<WorkspaceStore, 'counts'>) {
  const { served: _, ...counts } = await workspace.counts({});
  return counts;
}

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: following a team database, as ${missing}.\n`);

describe.skipIf(missing !== undefined)('following a team database', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await openTeamDatabases();
  });

  test('brings every record as it was received, then only what is new or changed', async () => {
    const team = await createTeam(databases);
    const [publisher, reviewer] = [await team.createUser('publisher'), await team.createUser('reviewer')];
    const ids = Array.from({ length: 600 }, buildUuid);
    const store = openFilledStore(ids.map((id) => buildRecord({ assignedId: id })));
    expectOk(await publish(publisher, store));
    const workspace = await openTestWorkspace();
    expect(expectOk(await follow(reviewer, workspace))).toMatchObject({
      added: 600,
      changed: 0,
      startedAnew: false,
    });
    const differing = [];
    for (const id of ids) {
      if (
        Buffer.compare(
          (await workspace.rawRecord(id)) ?? Buffer.alloc(0),
          store.rawRecord(id) ?? Buffer.alloc(1),
        ) !== 0
      )
        differing.push(id);
    }
    expect(differing).toEqual([]);
    expect(await resultsIn(workspace)).toEqual(await resultsIn(store));
    expect(expectOk(await follow(reviewer, workspace))).toMatchObject({ added: 0, changed: 0, unchanged: 0 });

    const [first] = ids;
    const changed = buildRecord({ assignedId: first ?? '', features: [buildFeature(), buildFeature()] });
    addRecords(store, [changed, buildRecord()], '2026-11-21T08:00:00.000Z');
    expectOk(await publish(publisher, store));
    expect(expectOk(await follow(reviewer, workspace))).toMatchObject({ added: 1, changed: 1, unchanged: 0 });
    expect(await resultsIn(workspace)).toEqual(await resultsIn(store));
  });

  test('misses nothing of a revision that is committed late', async () => {
    const team = await createTeam(databases);
    const [publisher, reviewer] = [await team.createUser('publisher'), await team.createUser('reviewer')];
    const workspace = await openTestWorkspace();
    // A program elsewhere in the server has a transaction open all the time: nothing waits for it.
    const foreign = await openTransaction(team.owner, 'CREATE TABLE public.other (id int)');
    // This revision has its version already, and is not committed.
    const late = await openTransaction(
      team.owner,
      `SELECT sightline.add_revision(gen_random_uuid(), 'records', NULL)`,
    );
    const published = publish(publisher, openFilledStore([buildRecord()]));
    await expect
      .poll(async () => {
        const waiting = `SELECT count(*)::int FROM pg_stat_activity WHERE usename = '${publisher.user}' AND wait_event_type = 'Lock'`;
        return (await runSql(team.owner, waiting))[0]?.[0];
      })
      .toBe(1);
    expect(expectOk(await follow(reviewer, workspace))).toMatchObject({ added: 0 });
    await late.commit();
    expectOk(await published);
    expect(expectOk(await follow(reviewer, workspace))).toMatchObject({ added: 1 });
    await foreign.rollBack();
  });

  test('notices a restored backup, and refuses the database of another team', async () => {
    const team = await createTeam(databases);
    const [publisher, reviewer] = [await team.createUser('publisher'), await team.createUser('reviewer')];
    expectOk(await publish(publisher, openFilledStore([buildRecord()])));
    const backup = await databases.createDatabase(team.name);
    const workspace = await openTestWorkspace();
    expectOk(await publish(publisher, openFilledStore([buildRecord()])));
    expect(expectOk(await follow(reviewer, workspace))).toMatchObject({ added: 2 });

    // After the restore another record has the version that was followed last.
    const restored = { ...publisher, database: backup.name, user: backup.owner.user };
    expectOk(await publish(restored, openFilledStore([buildRecord()])));
    expect(expectOk(await follow(restored, workspace))).toMatchObject({
      added: 1,
      unchanged: 1,
      startedAnew: true,
    });
    expect(expectOk(await follow(restored, workspace))).toMatchObject({
      added: 0,
      unchanged: 0,
      startedAnew: false,
    });

    const other = await createTeam(databases);
    const refused = await follow(await other.createUser('reviewer'), workspace);
    expect(refused).toMatchObject({ ok: false, failure: { code: 'conflict' } });
    await runSql(team.owner, 'UPDATE sightline.team SET schema_version = 99, min_reader = 99');
    expect(await follow(reviewer, workspace)).toMatchObject({ ok: false, failure: { code: 'read-only' } });
  });

  test('an end at any point leaves whole pages, and the next time the rest is pulled', async () => {
    const cluster = await startTeamCluster();
    onTestFinished(() => cluster.stop());
    const team = await createTeam(cluster);
    const reviewer = await team.createUser('reviewer');
    const store = openFilledStore(Array.from({ length: 2000 }, () => buildRecord()));
    expectOk(await publish(await team.createUser('publisher'), store));
    const random = seededRandom(8);
    for (let repetition = 0; repetition < repetitions(1, 20); repetition += 1) {
      for (const end of ['client', 'backend', 'server'] as const) {
        const file = path.join(await makeTempFolder(), 'killed.gpkg');
        let pagesLeft = 1 + Math.floor(random.next() * 3);
        if (end === 'client') {
          const client = startTeamClient('pull', reviewer, file, () => {
            pagesLeft -= 1;
            if (pagesLeft === 0) void client.kill();
          });
          await client.ended;
        }
        const workspace = await openTestWorkspace(file);
        if (end !== 'client') {
          let ending = Promise.resolve();
          const outcome = await follow(reviewer, workspace, () => {
            pagesLeft -= 1;
            if (pagesLeft === 0) ending = cutOff(cluster, team.owner, reviewer.user, end);
          });
          await ending;
          if (!outcome.ok) expect(outcome.failure.code).toBe('unreachable');
        }
        expect((await workspace.counts({})).records % 500).toBe(0);
        expectOk(await follow(reviewer, workspace));
        expect(await resultsIn(workspace)).toEqual(await resultsIn(store));
      }
    }
  });
});
