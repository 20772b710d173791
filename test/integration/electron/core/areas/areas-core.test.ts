import { expect, it } from 'vitest';
import type { AreaShape } from '../../../../../shared/areas/area.ts';
import type { Result } from '../../../../../shared/result.ts';
import { apiOf } from '../../../../builders/api-of.ts';
import { positions } from '../../../../builders/positions.ts';
import { openTestWorkspace } from '../../../../builders/workspace-builder.ts';

async function start() {
  const workspace = await openTestWorkspace();
  const {
    api: { areas },
    published,
  } = apiOf(workspace);
  const changes = () =>
    published.filter((event) => event.type === 'changed' && event.topic === 'areas').length;
  return { areas, changes };
}

function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

const circle: AreaShape = { kind: 'circle', center: [121.5, 31.25], radiusMetres: 10_000 };
const bowTie: AreaShape = {
  kind: 'polygon',
  polygon: {
    type: 'Polygon',
    coordinates: [positions('0 0, 1 1, 1 0, 0 1, 0 0')],
  },
};

it('are made with their measure, renamed, reshaped, deleted and brought back', async () => {
  const { areas, changes } = await start();
  const made = valued(await areas.create({ name: 'Harbour', shape: circle }));
  // π r², less what the sphere takes away at this size.
  expect(made.squareMetres / 1e6).toBeCloseTo(314.1, 0);
  const { before, after: renamed } = valued(await areas.change({ id: made.id, name: 'Port' }));
  expect(before).toEqual(made);
  expect(renamed).toMatchObject({ name: 'Port', shape: circle, squareMetres: made.squareMetres });
  const larger = { ...circle, radiusMetres: 20_000 };
  const { after: reshaped } = valued(await areas.change({ id: made.id, shape: larger }));
  expect(reshaped.squareMetres / made.squareMetres).toBeCloseTo(4, 3);
  expect(valued(await areas.list())).toEqual([reshaped]);
  expect(valued(await areas.remove(made.id))).toEqual(reshaped);
  expect(valued(await areas.list())).toEqual([]);
  expect(valued(await areas.swap({ remove: [], restore: [made.id] }))).toEqual([reshaped]);
  expect(valued(await areas.list())).toEqual([reshaped]);
  expect(changes()).toBe(5);
});

it('are not reshaped when another window has changed them since', async () => {
  const { areas } = await start();
  const made = valued(await areas.create({ name: 'Harbour', shape: circle }));
  const change = { id: made.id, shape: { ...circle, radiusMetres: 20_000 }, expected: made.updatedAt };
  const { after } = valued(await areas.change(change));
  const late = await areas.change({ ...change, shape: { ...circle, radiusMetres: 30_000 } });
  expect(late).toMatchObject({ failure: { code: 'conflict' } });
  expect(valued(await areas.list())).toEqual([after]);
});

it('with a shape that cannot be ordered are refused, with the reason', async () => {
  const { areas, changes } = await start();
  const refused = await areas.create({ name: 'Bow tie', shape: bowTie });
  expect(refused).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  expect(refused.ok ? [] : refused.failure.problems).not.toEqual([]);
  const made = valued(await areas.create({ name: 'Harbour', shape: circle }));
  expect(await areas.change({ id: made.id, shape: bowTie })).toMatchObject({ ok: false });
  expect(valued(await areas.list())).toEqual([made]);
  expect(changes()).toBe(1);
});

it('that are not there are named', async () => {
  const { areas } = await start();
  const id = '00000000-0000-4000-8000-000000000001';
  for (const result of [
    await areas.change({ id, name: 'x' }),
    await areas.remove(id),
    await areas.swap({ remove: [], restore: [id] }),
  ]) {
    expect(result).toMatchObject({ ok: false, failure: { code: 'not-found' } });
  }
});

it('need a workspace', async () => {
  const { areas } = apiOf(undefined).api;
  const created = await areas.create({ name: 'Harbour', shape: circle });
  expect(created).toMatchObject({ ok: false, failure: { code: 'no-workspace' } });
});

it('are all saved with unique names, or none is', async () => {
  const { areas, changes } = await start();
  valued(await areas.create({ name: 'Harbour', shape: circle }));
  const many = ['Harbour', 'Roads', 'Harbour'].map((name) => ({ name, shape: circle }));
  const refused = await areas.createMany([...many, { name: 'Bow tie', shape: bowTie }]);
  expect(refused).toMatchObject({ failure: { problems: [{ field: 'areas.3.shape.polygon' }] } });
  expect(valued(await areas.list())).toHaveLength(1);

  const made = valued(await areas.createMany(many));
  expect(made.map(({ name }) => name)).toEqual(['Harbour (2)', 'Roads', 'Harbour (3)']);
  expect(valued(await areas.list()).slice(1)).toEqual(made);
  expect(changes()).toBe(2);
});

it('are exchanged all together, or not at all', async () => {
  const { areas, changes } = await start();
  const made = valued(await areas.createMany(['A', 'B', 'C'].map((name) => ({ name, shape: circle }))));
  const ids = made.map(({ id }) => id);
  const nobody = '00000000-0000-4000-8000-000000000001';
  expect(await areas.swap({ remove: [...ids, nobody], restore: [] })).toMatchObject({
    failure: { code: 'not-found', message: expect.stringContaining(nobody) },
  });
  expect(valued(await areas.list())).toEqual(made);

  const merged = valued(
    await areas.replace({ ids: ids.slice(0, 2), area: { name: 'A and B', shape: circle } }),
  );
  expect(valued(await areas.list())).toEqual([made[2], merged]);
  expect(valued(await areas.swap({ remove: [merged.id], restore: ids.slice(0, 2) }))).toEqual(
    made.slice(0, 2),
  );
  const names = valued(await areas.list()).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['A', 'B', 'C']);
  expect(changes()).toBe(3);
});

it('have a soft cap that is off until it is set', async () => {
  const { areas } = await start();
  expect(valued(await areas.softCap())).toEqual({
    areaSquareMetres: null,
    orderSquareMetres: null,
    vertices: null,
  });
  const cap = { areaSquareMetres: 1e9, orderSquareMetres: null, vertices: 500 };
  valued(await areas.setSoftCap(cap));
  expect(valued(await areas.softCap())).toEqual(cap);
});

it('are set back to a former state, unless another window has changed them', async () => {
  const { areas } = await start();
  const made = valued(await areas.create({ name: 'Harbour', shape: circle }));
  const { before, after } = valued(await areas.change({ id: made.id, name: 'Port' }));
  const larger = { ...circle, radiusMetres: 20_000 };
  const reshaped = valued(await areas.change({ id: made.id, shape: larger }));
  const nothing = { remove: [], restore: [] };
  valued(await areas.swap({ ...nothing, revert: [reshaped.before], expected: [reshaped.after] }));
  valued(await areas.swap({ ...nothing, revert: [before], expected: [after] }));
  // As it was, with its measure and revision, so that the creation before it can be undone, too.
  expect(valued(await areas.list())).toEqual([made]);

  const other = valued(await areas.change({ id: made.id, name: 'Of another window' })).after;
  for (const undo of [
    { ...nothing, revert: [after], expected: [made] },
    { ...nothing, remove: [made.id], expected: [made] },
  ]) {
    expect(await areas.swap(undo)).toMatchObject({ failure: { code: 'conflict' } });
  }
  expect(valued(await areas.list())).toEqual([other]);
  valued(await areas.remove(made.id));
  expect(await areas.swap({ ...nothing, revert: [made], expected: [other] })).toMatchObject({
    failure: { code: 'not-found' },
  });
  expect(valued(await areas.list())).toEqual([]);
});

it('changed by two windows at the same time know what the other has changed', async () => {
  const { areas } = await start();
  const { id } = valued(await areas.create({ name: 'Harbour', shape: circle }));
  const larger = { ...circle, radiusMetres: 20_000 };
  const [renamed, reshaped] = await Promise.all([
    areas.change({ id, name: 'Port' }),
    areas.change({ id, shape: larger }),
  ]);
  const changes = [valued(renamed), valued(reshaped)].sort((one, other) =>
    one.after.updatedAt.localeCompare(other.after.updatedAt),
  );
  expect(changes[1]?.before).toEqual(changes[0]?.after);
  expect(valued(await areas.list())).toMatchObject([{ name: 'Port', shape: larger }]);
});

it('become sites, which renaming, deleting and undo leave as they are', async () => {
  const { areas } = await start();
  const made = valued(await areas.create({ name: 'Harbour', shape: circle }));
  expect('site' in made).toBe(false);
  const { after: site } = valued(
    await areas.change({ id: made.id, site: { minShare: 0.8, kind: 'parking-lot' } }),
  );
  expect(site).toEqual({ ...made, site: { minShare: 0.8, kind: 'parking-lot' }, updatedAt: site.updatedAt });
  const { after: renamed } = valued(await areas.change({ id: made.id, name: 'Port' }));
  expect(renamed.site).toEqual(site.site);
  valued(await areas.remove(made.id));
  expect(valued(await areas.swap({ remove: [], restore: [made.id] }))).toEqual([renamed]);
  const { after: none } = valued(await areas.change({ id: made.id, site: null }));
  expect('site' in none).toBe(false);
  const revertTo = (state: typeof made) => areas.swap({ remove: [], restore: [], revert: [state] });
  expect(valued(await revertTo(site))).toEqual([{ ...site, squareMetres: made.squareMetres }]);
  valued(await revertTo(made));
  expect(valued(await areas.list())).toEqual([made]);
  expect(await areas.change({ id: made.id, site: { minShare: 0 } })).toMatchObject({
    failure: { code: 'invalid-input', problems: [{ field: 'site.minShare' }] },
  });
});
