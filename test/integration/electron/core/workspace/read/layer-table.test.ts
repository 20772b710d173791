import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { LayerFeature } from '../../../../../../shared/layers/layer-features.ts';
import type { LayerListRequest, VectorLayer } from '../../../../../../shared/layers/vector-layer.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';
import { addLayer } from '../../../../../builders/vector-layer-builder.ts';
import { openTestStore, type TestStore } from '../../../../../builders/workspace-builder.ts';

const names = [
  'Busan',
  'busan',
  'Ulsan',
  'ÅLESUND',
  'ålesund',
  'Łódź',
  '10',
  '9',
  '😀',
  '',
  null,
  'a,b',
] as const;

/** Features with texts, numbers and both, some of them absent. */
function features(count: number): readonly LayerFeature[] {
  const { next: random } = seededRandom(34);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  return Array.from({ length: count }, (_, index) => ({
    geometries: [{ type: 'Point', coordinates: [index / 100, 1] }],
    attributes: {
      name: pick(names),
      berths: pick([1, 2, 3, null]),
      depth: pick([0.5, -1.25, 1e6, null]),
      mixed: pick(['12', 12, 'x', null]),
    },
  }));
}

type Sort = LayerListRequest['sort'];

function fidsOf(store: TestStore, layer: VectorLayer, sort: Sort, text?: string) {
  const request = { id: layer.id, sort, ...(text === undefined ? {} : { text }) };
  const first = store.layerFeatures({ ...request, offset: 0, limit: 1000 });
  const fids: number[] = [];
  for (let offset = 0; offset < (first?.total ?? 0); offset += 70)
    fids.push(...(store.layerFeatures({ ...request, offset, limit: 70 })?.rows ?? []).map(({ fid }) => fid));
  return { fids, total: first?.total, all: first?.all };
}

/** SQLite sorts absent values first, then numbers, then texts by code points. */
function sqlFids(store: TestStore, layer: VectorLayer, { column, order }: Sort): readonly unknown[] {
  const database = new DatabaseSync(store.path, { readOnly: true });
  const by = column === null ? '' : `"${column}" ${order}, `;
  const rows = database.prepare(`SELECT fid FROM ${layer.table} ORDER BY ${by}fid ${order}`).all();
  database.close();
  return rows.map(({ fid }) => fid);
}

describe('the table of a layer', () => {
  it.each(
    [null, 'name', 'berths', 'depth', 'mixed'].flatMap((column) =>
      (['ASC', 'DESC'] as const).map((order) => ({ column, order })),
    ),
  )('is sorted as SQLite does: $column $order', async (sort) => {
    const store = openTestStore();
    const layer = await addLayer(store, 'Ports', features(500));
    expect(fidsOf(store, layer, sort)).toEqual({ fids: sqlFids(store, layer, sort), total: 500, all: 500 });
  });

  it.each(['usan', 'BUSAN', 'ålesund', '1', '-1.25', '😀', '%', 'none of them'])(
    'lists what has “%s” in an attribute',
    async (text) => {
      const store = openTestStore();
      const all = features(300);
      const layer = await addLayer(store, 'Ports', all);
      const expected = all.flatMap(({ attributes }, index) =>
        Object.values(attributes).some(
          (value) => value !== null && String(value).toLowerCase().includes(text.toLowerCase()),
        )
          ? [index + 1]
          : [],
      );
      const found = fidsOf(store, layer, { column: null, order: 'ASC' }, text);
      expect(found).toEqual({ fids: expected, total: expected.length, all: 300 });
      const byName = fidsOf(store, layer, { column: 'name', order: 'DESC' }, text);
      const sorted = sqlFids(store, layer, { column: 'name', order: 'DESC' });
      expect(byName.fids).toEqual(sorted.filter((fid) => expected.includes(Number(fid))));
    },
  );

  it('is read anew after another program has changed it, also without a column by which it was sorted', async () => {
    const store = openTestStore();
    const layer = await addLayer(store, 'Ports', features(20));
    const sort = { column: 'name', order: 'ASC' } as const;
    expect(fidsOf(store, layer, sort).total).toBe(20);
    const other = new DatabaseSync(store.path);
    other.exec(`DROP TRIGGER rtree_${layer.table}_geom_delete; DELETE FROM ${layer.table} WHERE fid > 5;
      ALTER TABLE ${layer.table} RENAME COLUMN name TO title;
      UPDATE gpkg_contents SET last_change = '2026-11-27T13:00:00.000Z' WHERE table_name = '${layer.table}'`);
    other.close();
    const page = store.layerFeatures({ id: layer.id, sort, offset: 0, limit: 10 });
    expect(page).toMatchObject({ total: 5, all: 5 });
    expect(page?.rows.map(({ fid, values }) => [fid, values[0]])).toEqual(
      [1, 2, 3, 4, 5].map((fid) => [fid, null]),
    );
  });

  it('has a feature with its geometry, of one with very many positions only the extent', async () => {
    const store = openTestStore();
    const line = Array.from({ length: 100_000 }, (_, index) => [index / 1000, Math.sin(index)]);
    const layer = await addLayer(store, 'Lines', [
      { geometries: [{ type: 'Point', coordinates: [5, 6] }], attributes: {} },
      { geometries: [{ type: 'MultiLineString', coordinates: [line] }], attributes: {} },
      { geometries: [], attributes: {} },
    ]);
    const of = (fid: number) => store.layerFeature({ id: layer.id, fid });
    expect(of(1)?.geometry).toEqual({ type: 'Point', coordinates: [5, 6] });
    expect(of(2)?.geometry).toMatchObject({ type: 'Polygon' });
    expect(JSON.stringify(of(2)?.geometry)).toContain('99.999');
    expect(of(3)?.geometry).toBeNull();
    expect(of(4)).toBeUndefined();
  });
});
