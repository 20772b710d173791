import { expect, it } from 'vitest';
import type { Area } from '../../../../../../shared/areas/area.ts';
import { openTestWorkspace } from '../../../../../builders/workspace-builder.ts';

it('changes an area in place repeatedly, and restores a deleted one', async () => {
  const workspace = await openTestWorkspace();
  const area: Area = {
    id: '2f0c3bfa-7c31-4a80-9d0c-0c8a3a3bb1f0',
    name: 'Ningbo',
    shape: { kind: 'circle', center: [122.1, 29.9], radiusMetres: 25_000 },
    squareMetres: 1,
    createdAt: '2026-11-20T08:00:00.000Z',
    updatedAt: '2026-11-20T08:00:00.000Z',
  };
  const renamed: Area = { ...area, name: 'Ningbo harbour', updatedAt: '2026-11-20T09:00:00.000Z' };
  const moved: Area = { ...renamed, shape: { kind: 'circle', center: [10, 50], radiusMetres: 1_000 } };
  for (const state of [area, renamed, moved]) {
    await workspace.upsertArea(state);
    expect(await workspace.listAreas()).toEqual([state]);
  }
  const nothing = {
    expected: [],
    upserts: [],
    remove: [],
    restore: [],
    deletedAt: '2026-11-20T10:00:00.000Z',
  };
  await workspace.changeAreas({ ...nothing, remove: [area.id] });
  expect(await workspace.listAreas()).toEqual([]);
  const back = await workspace.changeAreas({ ...nothing, restore: [area.id] });
  expect(back).toEqual({ done: true, restored: [moved] });
  await workspace.upsertArea(area);
  expect(await workspace.listAreas()).toEqual([area]);
});
