import { describe, expect, test } from 'vitest';
import { drawingOrder } from '../../renderer/map/layers/layer-stack.ts';
import { rememberLayers } from '../../renderer/map/layers/remember-layers.ts';
import { createLayersStore } from '../../renderer/stores/layers-store.ts';
import { createStores } from '../../renderer/stores/stores.ts';

const ids = (store: ReturnType<typeof createLayersStore>) => store.getState().layers.map(({ id }) => id);
const source = (id: string) => ({ id, name: id, section: 'basemap', below: 'graticule' }) as const;

describe('drawingOrder', () => {
  test('puts what has no place directly below the layer it belongs below, else on top', () => {
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
  test('a source lies above the land and above sources that came before it', () => {
    const store = createLayersStore();
    store.getState().offer(source('source:a'));
    store.getState().offer(source('source:b'));
    expect(ids(store).slice(0, 4)).toEqual(['basemap', 'source:a', 'source:b', 'graticule']);
  });

  test('a layer that comes again looks and lies as it did', () => {
    const store = createLayersStore();
    const { offer, withdraw, setOpacity, setVisible, move } = store.getState();
    offer(source('source:a'));
    setOpacity('source:a', 0.4);
    setVisible('source:a', false);
    move('source:a', { above: 'labels' });
    withdraw('source:a');
    expect(ids(store)).not.toContain('source:a');
    offer({ ...source('source:a'), name: 'Renamed' });
    expect(store.getState().layers.at(-1)).toMatchObject({
      id: 'source:a',
      name: 'Renamed',
      opacity: 0.4,
      visible: false,
    });
    withdraw('source:a', true);
    offer(source('source:a'));
    expect(store.getState().layers[1]).toMatchObject({ id: 'source:a', opacity: 1, visible: true });
  });

  test('moves beside another layer and back to where all lie at first', () => {
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

  test('what belongs below a layer that is not there goes on top', () => {
    const store = createLayersStore();
    store.getState().offer({ ...source('x'), below: 'nobody' });
    expect(ids(store).at(-1)).toBe('x');
  });
});

describe('rememberLayers', () => {
  const key = 'sightline.layers';
  const storageWith = (text: string | null) => {
    const kept = new Map(text === null ? [] : [[key, text]]);
    return {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    } as Storage;
  };

  test('gives the order of the last start, and layers that are new since then their own place', () => {
    const kept = ['labels', 'detections', 'basemap', 'source:gone'].map((id) => ({
      id,
      visible: id !== 'labels',
      opacity: 0.7,
    }));
    const stores = createStores();
    rememberLayers(stores, storageWith(JSON.stringify({ kept, graticule: 'mgrs', footprints: 'some' })));
    const order = stores.layers.getState().layers.map(({ id }) => id);
    expect(order.indexOf('labels')).toBeLessThan(order.indexOf('detections'));
    expect(order.indexOf('detection-areas')).toBe(order.indexOf('detections') - 1);
    expect(order).toContain('graticule');
    expect(order).not.toContain('source:gone');
    expect(stores.layers.getState()).toMatchObject({ graticule: 'mgrs', footprints: 'all' });
    expect(stores.layers.getState().kept.some(({ id }) => id === 'source:gone')).toBe(true);
    expect(stores.layers.getState().layers.find(({ id }) => id === 'labels')).toMatchObject({
      visible: false,
      opacity: 0.7,
    });
  });

  test('keeps what changes, and takes nothing for what nobody wrote', () => {
    const first = createStores().layers.getState().layers;
    for (const text of [
      null,
      '',
      '{',
      '[]',
      '{"kept":[{"id":"basemap","visible":1,"opacity":9}]}',
      '{"a":1}',
    ]) {
      const stores = createStores();
      const storage = storageWith(text);
      const stop = rememberLayers(stores, storage);
      expect(stores.layers.getState().layers).toEqual(first);
      stores.layers.getState().setVisible('basemap', false);
      stop();
      const next = createStores();
      rememberLayers(next, storage);
      expect(next.layers.getState().layers[0]).toMatchObject({ id: 'basemap', visible: false });
    }
  });
});
