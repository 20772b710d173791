import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { rebuildWorkspace } from '../../../../../electron/core/workspace-tools/tasks/rebuild-workspace.ts';
import type { Verdict } from '../../../../../shared/review/review.ts';
import { buildRecord } from '../../../../builders/record-builder.ts';
import {
  createTeam,
  expectOk,
  follow,
  openFilledStore,
  publish,
  syncReviews,
} from '../../../../builders/team-builder.ts';
import { runSql, type TestDatabases } from '../../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../../builders/team-databases.ts';
import { buildToolRun } from '../../../../builders/tool-run.ts';
import { makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';
import { withFile } from '../../../../builders/workspace-columns.ts';

let databases: TestDatabases;
beforeAll(async () => {
  databases = await openTeamDatabases();
});

type OpenWorkspace = Awaited<ReturnType<typeof openTestWorkspace>>;

/** Closes a workspace, deletes rows of it as damaged pages would, and opens what a rebuild makes of it. */
async function rebuildWithout(workspace: OpenWorkspace, deletion: string): Promise<OpenWorkspace> {
  await workspace.close();
  withFile(workspace.path, (sql) => sql.run(deletion));
  const to = path.join(await makeTempFolder(), 'rebuilt.gpkg');
  rebuildWorkspace({ from: [workspace.path], to }, buildToolRun());
  return openTestWorkspace(to);
}

test('a rebuilt workspace receives the records of the team that it lost', async () => {
  const team = await createTeam(databases);
  const publisher = await team.createUser('publisher');
  const reviewer = await team.createUser('reviewer');
  expectOk(await publish(publisher, openFilledStore([buildRecord(), buildRecord(), buildRecord()])));
  const workspace = await openTestWorkspace();
  expectOk(await follow(reviewer, workspace));
  const before = await workspace.counts({});

  const rebuilt = await rebuildWithout(workspace, 'DELETE FROM raw_blocks');
  expect(await rebuilt.counts({})).not.toEqual(before);
  expectOk(await follow(reviewer, rebuilt));

  expect(await rebuilt.counts({})).toEqual(before);
});

test('a verdict set after a rebuild that lost a batch reaches the team', async () => {
  const team = await createTeam(databases);
  const publisher = await team.createUser('publisher');
  const ann = await team.createUser('reviewer');
  const ben = await team.createUser('reviewer');
  const records = Array.from({ length: 4 }, () => buildRecord());
  expectOk(await publish(publisher, openFilledStore(records)));
  const workspace = await openTestWorkspace();
  expectOk(await follow(ann, workspace));
  const judge = async (from: OpenWorkspace, index: number, verdict: Verdict, reviewer: string) => {
    const id = [...(await from.matchingIds({}))][index] ?? 0;
    const at = new Date(Date.UTC(2026, 10, 21, 8, index)).toISOString();
    await from.setReviews([id], { verdict }, { batch: randomUUID(), reviewer, at });
  };
  for (const index of [0, 1, 2]) await judge(workspace, index, 'confirmed', ann.user);
  expectOk(await syncReviews(ann, workspace));

  const rebuilt = await rebuildWithout(workspace, 'DELETE FROM review_batches WHERE id = 2');
  await judge(rebuilt, 3, 'rejected', ann.user);
  expect(await syncReviews(ann, rebuilt)).toMatchObject({ ok: true });

  const other = await openTestWorkspace();
  expectOk(await follow(ben, other));
  expectOk(await syncReviews(ben, other));
  const history = await runSql(
    team.owner,
    'SELECT reviewer, verdict FROM sightline.review_history ORDER BY entry',
  );
  expect(history).toEqual([
    [ann.user, 'confirmed'],
    [ann.user, 'confirmed'],
    [ann.user, 'confirmed'],
    [ann.user, 'rejected'],
  ]);
  const cursor = JSON.parse((await rebuilt.getSetting('teamReviewsCursor')) ?? '{}');
  expect(await rebuilt.unpushedReviews(cursor.pushed)).toBe(0);
});
