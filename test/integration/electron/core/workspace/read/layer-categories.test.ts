import MVT from 'ol/format/MVT.js';
import { expect, it } from 'vitest';
import type { LayerFeature } from '../../../../../../shared/layers/layer-features.ts';
import { addLayer, storeWithPoints } from '../../../../../builders/vector-layer-builder.ts';

function point(x: number, attributes: LayerFeature['attributes']): LayerFeature {
  return { geometries: [{ type: 'Point', coordinates: [x, 0] }], attributes };
}

const kinds = ['oil', 'gas', 'oil', 'wind', 'oil', 'gas', 'a', 'b', 'c', null];

it('has the most frequent values of a column, and their colors in its tiles', async () => {
  const store = storeWithPoints([]);
  const features = kinds.map((kind, index) =>
    point(index * 10 - 50, { kind, depth: index < 4 ? 12.5 : index }),
  );
  const layer = await addLayer(store, 'Platforms', features);
  expect(store.layerValues({ id: layer.id, column: 'kind' })).toEqual(['oil', 'gas', 'a', 'b', 'c']);
  expect(store.layerValues({ id: layer.id, column: 'depth' })?.[0]).toBe('12.5');
  expect(store.layerValues({ id: layer.id, column: 'none' })).toBeUndefined();

  const colors = [
    { value: 'gas', color: '#112233' },
    { value: 'oil', color: '#445566' },
  ];
  const style = { ...layer.style, categories: { column: 'kind', colors } };
  const changed = store.changeLayer({ id: layer.id, style }, '2026-11-27T12:00:00Z');
  expect(changed).toMatchObject({ style });
  const tile = store.layerTile(layer.id, { z: 0, x: 0, y: 0 });
  const categories = new MVT()
    .readFeatures(tile?.buffer ?? new ArrayBuffer(0))
    .map((feature) => [Number(feature.getId()), feature.get('category')] as const)
    .sort(([one], [other]) => one - other)
    .map(([, category]) => category);
  expect(categories).toEqual([1, 0, 1, undefined, 1, 0, undefined, undefined, undefined, undefined]);
});
