import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { LayerFeature } from '../../../../../../shared/layers/layer-features.ts';
import { addLayer, storeWithPoints } from '../../../../../builders/vector-layer-builder.ts';

function point(x: number, y: number, attributes: LayerFeature['attributes']): LayerFeature {
  return { geometries: [{ type: 'Point', coordinates: [x, y] }], attributes };
}

const now = '2026-11-27T12:00:00Z';

describe('a newer layer', () => {
  it.each<[string, LayerFeature[], LayerFeature[], object]>([
    [
      'is matched by an attribute that names each feature',
      [
        point(1, 1, { kind: 'a', id: 1, n: 'A' }),
        point(2, 2, { kind: 'a', id: 2, n: 'B' }),
        point(3, 3, { kind: 'a', id: 3, n: 'C' }),
      ],
      [
        point(1, 1, { kind: 'a', id: 1, n: 'A' }),
        point(2, 2.5, { kind: 'a', id: 2, n: 'B' }),
        point(4, 4, { kind: 'a', id: 4, n: 'D' }),
      ],
      { key: 'id', added: 1, removed: 1, changed: 1, same: 1, missingAttributes: [] },
    ],
    [
      'is matched by geometry where no attribute names the features, each as often as it is there',
      [
        point(1, 1, { kind: 'a' }),
        point(1, 1, { kind: 'a' }),
        point(2, 2, { kind: 'a' }),
        point(5, 5, { kind: 'a' }),
      ],
      [point(1, 1, { kind: 'a' }), point(2, 2, { kind: 'b' }), point(3, 3, { kind: 'b' })],
      { key: null, added: 1, removed: 2, changed: 2, same: 0, missingAttributes: [] },
    ],
    [
      'is the same where nothing has changed, whatever the order',
      [point(1, 1, { n: 'A' }), point(2, 2, { n: 'B' })],
      [point(2, 2, { n: 'B' }), point(1, 1, { n: 'A' })],
      { key: 'n', added: 0, removed: 0, changed: 0, same: 2, missingAttributes: [] },
    ],
    [
      'lacks attributes',
      [point(1, 1, { n: 'A', size: 3 })],
      [point(1, 1, { n: 'A', length: 3 })],
      { key: 'n', added: 0, removed: 0, changed: 0, same: 1, missingAttributes: ['size'] },
    ],
  ])('%s', async (_, before, after, expected) => {
    const store = storeWithPoints([]);
    const layer = await addLayer(store, 'Ports', before);
    const newer = await addLayer(store, 'Ports (2)', after);
    expect(store.compareLayers(layer.id, newer.id)).toEqual(expected);
  });

  it('takes the place of the former one, which is not lost, and back', async () => {
    const store = storeWithPoints([
      [1, 1],
      [4, 4],
    ]);
    const layer = await addLayer(store, 'Ports', [point(1, 1, { n: 'A' })], {
      style: { color: '#123456', label: 'n' },
      date: '2025',
    });
    const newer = await addLayer(store, 'Ports (2)', [point(4, 4, { m: 'D' })], { date: '2026' });
    const before = store.listLayers();
    const matches = () => [...store.matchingIds({ expression: 'near("Ports", 1 km)' })];
    expect(matches()).toEqual([1]);
    const swap = { id: layer.id, otherId: newer.id, table: layer.table, otherTable: newer.table };
    expect(store.swapLayers(swap, now)).toBe(true);
    expect(matches()).toEqual([2]);
    expect(store.listLayers()).toMatchObject([
      {
        id: layer.id,
        name: 'Ports',
        date: '2026',
        table: newer.table,
        style: { color: '#123456', label: null },
      },
      { id: newer.id, name: 'Ports (2)', date: '2025', table: layer.table },
    ]);
    const database = new DatabaseSync(store.path, { readOnly: true });
    const listed = database
      .prepare(
        "SELECT table_name, identifier FROM gpkg_contents WHERE table_name LIKE 'layer_%' ORDER BY identifier",
      )
      .all();
    database.close();
    expect(listed).toMatchObject([
      { identifier: 'Ports', table_name: newer.table },
      { identifier: 'Ports (2)', table_name: layer.table },
    ]);
    // Another window has replaced it in the meantime.
    expect(store.swapLayers(swap, now)).toBe(false);
    expect(store.swapLayers({ ...swap, table: newer.table, otherTable: layer.table }, now)).toBe(true);
    expect(matches()).toEqual([1]);
    expect(store.listLayers().map(({ table, date }) => [table, date])).toEqual(
      before.map(({ table, date }) => [table, date]),
    );
  });
});

describe('the name of a layer', () => {
  it('is that of no other one, since expressions name layers', async () => {
    const store = storeWithPoints([]);
    const ports = await addLayer(store, 'Ports', [point(1, 1, {})]);
    await addLayer(store, 'Zones', [point(1, 1, {})]);
    expect(store.changeLayer({ id: ports.id, name: 'Zones' }, now)).toBe('taken');
    expect(store.changeLayer({ id: ports.id, name: 'Ports' }, now)).toMatchObject({ name: 'Ports' });
    expect(store.listLayers().map(({ name }) => name)).toEqual(['Ports', 'Zones']);
  });
});
