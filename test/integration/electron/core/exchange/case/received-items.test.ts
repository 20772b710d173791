import { expect, test } from 'vitest';
import {
  readReceivedItems,
  receivableItems,
  saveReceivedItems,
} from '../../../../../../electron/core/exchange/case/import-case.ts';
import type { Workspace } from '../../../../../../electron/core/workspace/open/workspace.ts';
import type { Area } from '../../../../../../shared/areas/area.ts';
import { makeArea, rectangleShape } from '../../../../../builders/order-draft-builder.ts';
import { buildUuid } from '../../../../../builders/record-builder.ts';
import { openTestWorkspace } from '../../../../../builders/workspace-builder.ts';

const at = '2026-11-20T08:00:00.000Z';
const areaOf = (name: string): Area => ({
  ...makeArea(name, rectangleShape(129, 35, 130, 36)),
  ...{ id: buildUuid(), createdAt: at, updatedAt: at },
});
const change = { remove: [], restore: [], deletedAt: at, expected: [] };

async function receive(workspace: Workspace, areas: readonly Area[]) {
  const received = await readReceivedItems(workspace);
  const batch = receivableItems({ kind: 'items', of: 'areas', items: areas }, received);
  const upserts = (batch?.items ?? []) as readonly Area[];
  await workspace.changeAreas({ ...change, upserts });
  await saveReceivedItems(workspace, received);
  return upserts.map(({ name }) => name);
}

test('an area that was received and deleted does not return, and one that becomes a site does', async () => {
  const workspace = await openTestWorkspace();
  const [one, two] = [areaOf('One'), areaOf('Two')];
  expect(await receive(workspace, [one, two])).toEqual(['One', 'Two']);
  await workspace.changeAreas({ ...change, upserts: [], remove: [one.id] });
  expect(await receive(workspace, [one, two])).toEqual([]);
  const site = { ...two, site: { minShare: 0.9, kind: 'airdrome' as const } };
  expect(await receive(workspace, [site])).toEqual(['Two']);
  await workspace.changeAreas({ ...change, upserts: [], remove: [two.id] });
  expect(await receive(workspace, [two, site])).toEqual([]);
});

test('an area of the user that is here at a receipt does not return once it is deleted', async () => {
  const workspace = await openTestWorkspace();
  const own = areaOf('Own');
  await workspace.changeAreas({ ...change, upserts: [own] });
  expect(await receive(workspace, [])).toEqual([]);
  await workspace.changeAreas({ ...change, upserts: [], remove: [own.id] });
  expect(await receive(workspace, [own])).toEqual([]);
});

test('findings and the marking of others are not taken', () => {
  const nothing = { keys: new Set<string>(), here: new Set<string>() };
  expect(receivableItems({ kind: 'items', of: 'findings', items: [{}] }, nothing)).toBeNull();
  expect(receivableItems({ kind: 'head', head: {} as never }, nothing)).toBeNull();
});
