import { describe, expect, test } from 'vitest';
import { drawingOrder } from '../../../../../renderer/map/layers/layer-stack.ts';
import { createLayersStore } from '../../../../../renderer/stores/layers-store.ts';
import { memoryStorage } from '../../../../builders/memory-storage.ts';

const ids = (store: ReturnType<typeof createLayersStore>) => store.getState().layers.map(({ id }) => id);
const source = (id: string) => ({ id, name: id, section: 'basemap', below: 'graticule' }) as const;

describe('drawingOrder', () => {
  test('puts layers without a position directly below the layer they are defined below, else on top', () => {
    const entries = [
      { id: 'land', below: null },
      { id: 'points', below: null },
      { id: 'focus', below: 'points' },
      { id: 'tools', below: null },
    ];
    expect(drawingOrder(entries, ['points', 'gone', 'land'])).toEqual(['focus', 'points', 'land', 'tools']);
    expect(drawingOrder(entries, [])).toEqual(['land', 'focus', 'points', 'tools']);
  });
});

describe('the layers store', () => {
  test('a source is above the land and above earlier sources', () => {
    const store = createLayersStore();
    store.getState().upsertLayer(source('source:a'));
    store.getState().upsertLayer(source('source:b'));
    expect(ids(store).slice(0, 4)).toEqual(['basemap', 'source:a', 'source:b', 'graticule']);
  });

  test('a layer that is added again gets its previous state and position', () => {
    const store = createLayersStore();
    const { upsertLayer, removeLayer, setOpacity, setVisible, move } = store.getState();
    upsertLayer(source('source:a'));
    setOpacity('source:a', 0.4);
    setVisible('source:a', false);
    move('source:a', { above: 'labels' });
    removeLayer('source:a');
    expect(ids(store)).not.toContain('source:a');
    upsertLayer({ ...source('source:a'), name: 'Renamed' });
    expect(store.getState().layers.at(-1)).toMatchObject({
      id: 'source:a',
      name: 'Renamed',
      opacity: 0.4,
      visible: false,
    });
    removeLayer('source:a', true);
    upsertLayer(source('source:a'));
    expect(store.getState().layers[1]).toMatchObject({ id: 'source:a', opacity: 1, visible: true });
  });

  test('moves next to another layer and back to the default order', () => {
    const store = createLayersStore();
    const first = ids(store);
    store.getState().move('detections', { below: 'graticule' });
    expect(ids(store).slice(0, 3)).toEqual(['basemap', 'detections', 'graticule']);
    store.getState().move('detections', { above: 'nobody' });
    expect(ids(store)[1]).toBe('detections');
    store.getState().setOpacity('detections', 0.5);
    store.getState().resetOrder();
    expect(ids(store)).toEqual(first);
    expect(store.getState().layers.find(({ id }) => id === 'detections')?.opacity).toBe(0.5);
  });

  test('a layer that is defined below a missing one goes on top', () => {
    const store = createLayersStore();
    store.getState().upsertLayer({ ...source('x'), below: 'nobody' });
    expect(ids(store).at(-1)).toBe('x');
  });
});

describe('saved layers', () => {
  const storageWith = (text: string | null) =>
    memoryStorage(text === null ? {} : { 'sightline.layers': text });

  test('restores the order of the last start, with default positions for new layers', () => {
    const stored = ['labels', 'detections', 'basemap', 'source:gone'].map((id) => ({
      id,
      visible: id !== 'labels',
      opacity: 0.7,
    }));
    const layers = createLayersStore(
      storageWith(JSON.stringify({ kept: stored, graticule: 'mgrs', footprints: 'some' })),
    ).getState();
    const order = layers.layers.map(({ id }) => id);
    expect(order.indexOf('labels')).toBeLessThan(order.indexOf('detections'));
    expect(order.indexOf('detection-areas')).toBe(order.indexOf('detections') - 1);
    expect(order).toContain('graticule');
    expect(order).not.toContain('source:gone');
    expect(layers).toMatchObject({ graticule: 'mgrs', footprints: 'all' });
    expect(layers.savedLayers.some(({ id }) => id === 'source:gone')).toBe(true);
    expect(layers.layers.find(({ id }) => id === 'labels')).toMatchObject({ visible: false, opacity: 0.7 });
  });

  test('saves changes, and ignores invalid saved state', () => {
    const first = createLayersStore(undefined).getState().layers;
    for (const text of [
      null,
      '',
      '{',
      '[]',
      '{"kept":[{"id":"basemap","visible":1,"opacity":9}]}',
      '{"a":1}',
    ]) {
      const storage = storageWith(text);
      const layers = createLayersStore(storage).getState();
      expect(layers.layers).toEqual(first);
      layers.setVisible('basemap', false);
      expect(createLayersStore(storage).getState().layers[0]).toMatchObject({
        id: 'basemap',
        visible: false,
      });
    }
  });
});
