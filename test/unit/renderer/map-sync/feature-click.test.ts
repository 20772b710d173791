import { expect, test } from 'vitest';
import { handleFeatureClick, type MapClick } from '../../../../renderer/map-sync/handle-map-click.ts';
import { createStores } from '../../../../renderer/stores/stores.ts';

const layerFeatures = [
  { layerId: 'top', fid: 7 },
  { layerId: 'below', fid: 1 },
];

function click(change: Partial<MapClick>): MapClick {
  return {
    detections: [],
    detectionCount: 0,
    areas: [],
    orders: [],
    footprints: [],
    layerFeatures,
    position: [0, 0],
    isAdditive: false,
    ...change,
  };
}

test('a click on a feature of a layer shows the topmost, and one next to it leaves it', () => {
  const stores = createStores();
  stores.ui.getState().selectArea('area');
  expect(handleFeatureClick(stores, click({}))).toBe(true);
  expect(stores.inspector.getState().item).toEqual({ kind: 'feature', id: 'top/7' });
  expect(stores.ui.getState().selectedAreaId).toBeNull();
  expect(handleFeatureClick(stores, click({ layerFeatures: [] }))).toBe(false);
  expect(stores.inspector.getState().item).toBeNull();
});

test.each<[string, Partial<MapClick>]>([
  ['a detection', { detections: [1], detectionCount: 1 }],
  ['an area', { areas: ['a'] }],
  ['an order', { orders: ['a'] }],
  ['a footprint', { footprints: [3] }],
])('%s has priority over a feature below it', (_, change) => {
  const stores = createStores();
  expect(handleFeatureClick(stores, click(change))).toBe(false);
  expect(stores.inspector.getState().item).toBeNull();
});

test('the edit tool and a focused detection have priority', () => {
  const stores = createStores();
  stores.results.getState().focus(1);
  expect(handleFeatureClick(stores, click({}))).toBe(false);
  expect(stores.inspector.getState().item).toEqual({ kind: 'detection', id: 1 });
  stores.results.getState().focus(null);
  stores.ui.getState().setTool('edit');
  expect(handleFeatureClick(stores, click({}))).toBe(false);
});
