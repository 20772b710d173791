import { describe, expect, it } from 'vitest';
import type { LayerFeature } from '../../../../../../shared/layers/layer-features.ts';
import { nearestField } from '../../../../../../shared/results/detection-field.ts';
import { cellValue } from '../../../../../../shared/results/field-value.ts';
import { positions, rectangleRing } from '../../../../../builders/positions.ts';
import { addLayer, storeWithPoints } from '../../../../../builders/vector-layer-builder.ts';
import type { TestStore } from '../../../../../builders/workspace-builder.ts';

const places: readonly (readonly [number, number])[] = positions(
  '129.05 35.1, 129.4 35.5, 10 10, -179.99 0, 30 89.9',
);

function point(x: number, y: number, attributes: LayerFeature['attributes'] = {}): LayerFeature {
  return { geometries: [{ type: 'Point', coordinates: [x, y] }], attributes };
}

const ports = [
  point(129.04, 35.1, { name: 'Busan', berths: 10, open: true }),
  point(129.38, 35.5, { name: 'Ulsan', berths: 7, open: false }),
  point(179.99, 0, { name: 'Far side' }),
  point(-150, 90, { name: 'Pole', berths: 1, open: true }),
];

const zones: readonly LayerFeature[] = [
  {
    geometries: [
      {
        type: 'MultiPolygon',
        coordinates: [[rectangleRing(9, 9, 11, 11)]],
      },
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [129, 35],
            [129.04, 35.2],
          ],
        ],
      },
    ],
    attributes: { name: 'Zone' },
  },
];

function matches(store: TestStore, expression: string): readonly number[] {
  return [...store.matchingIds({ expression })].map((id) => id - 1);
}

describe('a filter by the nearest feature of a layer', () => {
  it('has what is within a distance, and by attributes of the nearest feature', async () => {
    const store = storeWithPoints(places);
    await addLayer(store, 'Ports', ports);
    expect(matches(store, 'near("Ports", 5 km)')).toEqual([0, 1, 3]);
    expect(matches(store, 'not near("Ports", 5 km)')).toEqual([2, 4]);
    expect(matches(store, 'distance("Ports") < 1 km')).toEqual([0]);
    expect(matches(store, 'distance("Ports") between 1 km and 12 km')).toEqual([1, 3, 4]);
    expect(matches(store, 'nearest("Ports").name in ("ulsan", "BUSAN")')).toEqual([0, 1]);
    expect(matches(store, 'nearest("Ports").berths >= 7')).toContain(0);
    expect(matches(store, 'nearest("Ports").berths is empty')).toEqual([3]);
    expect(matches(store, 'nearest("Ports").open = true')).toEqual([0, 2, 4]);
    expect(matches(store, 'nearest("Ports").open = false')).toEqual([1]);
    expect(matches(store, 'nearest("Ports").open is empty')).toEqual([3]);
  });

  it('is at no distance inside an area, and measured to the nearest edge of lines and areas', async () => {
    const store = storeWithPoints(places);
    await addLayer(store, 'Zones', zones);
    expect(matches(store, 'distance("Zones") = 0 m')).toEqual([2]);
    expect(matches(store, 'near("Zones", 3 km)')).toEqual([0, 2]);
    // 1° of longitude at 10° N is 109.6 km.
    expect(matches(store, 'edge("Zones") between 109 km and 110 km')).toEqual([2]);
    expect(matches(store, 'edge("Zones") < 3 km')).toEqual([0]);
    expect(matches(store, 'nearest("Zones").name = "Zone"')).toEqual([0, 1, 2, 3, 4]);
  });

  it('knows nothing where the layer, its attribute or its features do not exist', async () => {
    const store = storeWithPoints(places);
    const layer = await addLayer(store, 'Ports', ports);
    await addLayer(store, 'Table', [{ geometries: [], attributes: { name: 'x' } }]);
    expect(matches(store, 'distance("Table") is not empty or distance("None") >= 0 m')).toEqual([]);
    expect(matches(store, 'nearest("Ports").depth is not empty')).toEqual([]);
    store.changeLayer({ id: layer.id, name: 'Harbours' }, '2026-11-27T12:00:01Z');
    expect(matches(store, 'near("Ports", 5 km)')).toEqual([]);
    expect(matches(store, 'near("Harbours", 5 km)')).toEqual([0, 1, 3]);
    store.deleteLayer(layer.id);
    expect(matches(store, 'near("Harbours", 5 km)')).toEqual([]);
  });

  it('has a distance and the attributes of the nearest feature in the rows, the order and the statistics', async () => {
    const store = storeWithPoints(places);
    await addLayer(store, 'Ports', ports);
    const [name, distance] = [nearestField('Ports', 'name'), 'distance:Ports'] as const;
    const { rows } = store.detectionPage({
      filter: {},
      sort: { field: distance, order: 'ASC' },
      offset: 0,
      limit: 10,
      computedFields: [name, distance, 'inside:Ports'],
    });
    expect(rows.map((row) => cellValue(row, name))).toEqual([
      'Busan',
      'Ulsan',
      'Far side',
      'Pole',
      expect.any(String),
    ]);
    expect(cellValue(rows[0] ?? fail(), distance)).toBeCloseTo(911.9, 0);
    expect(cellValue(rows[0] ?? fail(), 'inside:Ports')).toBe(false);
    const { count, median } = store.distribution({ filter: {}, field: distance, bins: 4 });
    expect([count, median]).toEqual([5, expect.closeTo(2226.4, 0)]);
  });
});

function fail(): never {
  throw new Error('There is no row.');
}
