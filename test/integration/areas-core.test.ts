import { expect, it } from 'vitest';
import { createAreas } from '../../electron/core/create-areas.ts';
import { createEvents } from '../../electron/core/events.ts';
import type { AreaShape } from '../../shared/areas/area.ts';
import type { Result } from '../../shared/result.ts';
import { openTestWorkspace } from '../builders/workspace-builder.ts';

async function start() {
  const workspace = await openTestWorkspace();
  const events = createEvents();
  let changes = 0;
  events.listen(({ event }) => {
    if (event.type === 'changed' && event.what === 'areas') changes += 1;
  });
  return { areas: createAreas(() => workspace, events), changes: () => changes };
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
    coordinates: [
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ],
    ],
  },
};

it('are made with their measure, renamed, reshaped, deleted and brought back', async () => {
  const { areas, changes } = await start();
  const made = valued(await areas.create({ name: 'Harbour', shape: circle }));
  // π r², less what the sphere takes away at this size.
  expect(made.squareMetres / 1e6).toBeCloseTo(314.1, 0);
  const renamed = valued(await areas.change({ id: made.id, name: 'Port' }));
  expect(renamed).toMatchObject({ name: 'Port', shape: circle, squareMetres: made.squareMetres });
  const larger = { ...circle, radiusMetres: 20_000 };
  const reshaped = valued(await areas.change({ id: made.id, shape: larger }));
  expect(reshaped.squareMetres / made.squareMetres).toBeCloseTo(4, 3);
  expect(valued(await areas.list())).toEqual([reshaped]);
  valued(await areas.remove(made.id));
  expect(valued(await areas.list())).toEqual([]);
  expect(valued(await areas.restore(made.id))).toEqual(reshaped);
  expect(valued(await areas.list())).toEqual([reshaped]);
  expect(changes()).toBe(5);
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
    await areas.restore(id),
  ]) {
    expect(result).toMatchObject({ ok: false, failure: { code: 'not-found' } });
  }
});

it('need a workspace', async () => {
  const areas = createAreas(() => undefined, createEvents());
  const created = await areas.create({ name: 'Harbour', shape: circle });
  expect(created).toMatchObject({ ok: false, failure: { code: 'no-workspace' } });
});
