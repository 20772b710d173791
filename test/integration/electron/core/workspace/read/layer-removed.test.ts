import { expect, test } from 'vitest';
import { addLayer, storeWithPoints } from '../../../../../builders/vector-layer-builder.ts';

type Store = ReturnType<typeof storeWithPoints>;

/** Reads of a layer in steps. */
const reads = {
  tile: (store: Store, id: string) => store.layerTile.inSteps?.(id, { z: 0, x: 0, y: 0 }),
  'page of features': (store: Store, id: string) =>
    store.layerFeatures.inSteps?.({ id, sort: { column: null, order: 'ASC' }, offset: 0, limit: 10 }),
  comparison: (store: Store, id: string) => store.compareLayers.inSteps?.(id, id),
};

async function storeWithLayers() {
  const store = storeWithPoints([]);
  const layerOf = (name: string, count: number) =>
    addLayer(
      store,
      name,
      Array.from({ length: count }, (_, index) => ({
        geometries: [{ type: 'Point' as const, coordinates: [index / 1000, 0] as [number, number] }],
        attributes: { name: `${name} ${index}` },
      })),
    );
  return { store, layer: await layerOf('Platforms', 3000), other: await layerOf('Others', 5) };
}

test.each(Object.entries(reads))('a %s of a layer that is being removed is none', async (_, read) => {
  const { store, layer } = await storeWithLayers();
  const steps = read(store, layer.id);
  expect(steps?.next().done).toBe(false);
  expect(store.deleteLayer(layer.id)).toBe(true);
  let step = steps?.next();
  while (step && !step.done) step = steps?.next();
  expect(step).toEqual({ done: true, value: undefined });
});

test('a tile of a layer that gets another content between two steps is of that', async () => {
  const { store, layer, other } = await storeWithLayers();
  const steps = reads.tile(store, layer.id);
  steps?.next();
  const swap = { id: layer.id, otherId: other.id, table: layer.table, otherTable: other.table };
  expect(store.swapLayers(swap, '2026-11-30T09:00:00Z')).toBe(true);
  expect(store.deleteLayer(other.id)).toBe(true);
  let step = steps?.next();
  while (step && !step.done) step = steps?.next();
  expect(step?.value).toEqual(store.layerTile(layer.id, { z: 0, x: 0, y: 0 }));
});
