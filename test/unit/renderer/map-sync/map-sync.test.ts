import { describe, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { stepThroughHits } from '../../../../renderer/features/inspector/inspector-commands.ts';
import type { MapEngine } from '../../../../renderer/map/map-engine.ts';
import { MapEventEmitter } from '../../../../renderer/map/map-event-emitter.ts';
import type { MapEvents } from '../../../../renderer/map/map-types.ts';
import { handleMapClick } from '../../../../renderer/map-sync/handle-map-click.ts';
import { splitFilter, syncDetections } from '../../../../renderer/map-sync/sync-detections.ts';
import { toMapFootprint } from '../../../../renderer/map-sync/sync-focus.ts';
import { syncView } from '../../../../renderer/map-sync/sync-map.ts';
import { watch } from '../../../../renderer/map-sync/watch.ts';
import { createMapViewStore } from '../../../../renderer/stores/map-view-store.ts';
import { createStores } from '../../../../renderer/stores/stores.ts';
import type { LonLat } from '../../../../shared/geo/geometry.ts';
import type { PassOutline } from '../../../../shared/passes/pass.ts';
import type { DetectionDetail, DetectionFilter } from '../../../../shared/results/detection.ts';
import { memoryStorage } from '../../../builders/memory-storage.ts';

describe('watch', () => {
  test('applies at once, on another identity only, and not after it was stopped', () => {
    const store = createStore(() => ({ list: [1], other: 0 }));
    const seen: number[][] = [];
    const stop = watch(
      store,
      ({ list }) => list,
      (list) => seen.push(list),
    );
    store.setState({ other: 1 });
    store.setState({ list: [2] });
    stop();
    store.setState({ list: [3] });
    expect(seen).toEqual([[1], [2]]);
  });
});

describe('takePress', () => {
  const click = (change: object) => ({
    detections: [],
    detectionCount: 0,
    areas: [],
    orders: [],
    footprints: [],
    layerFeatures: [],
    position: [0, 0] as const,
    isAdditive: false,
    ...change,
  });

  test('counts the detections beyond those that can be stepped through', () => {
    const { results, ui } = createStores();
    handleMapClick({ results, ui }, click({ detections: [7, 8], detectionCount: 315 }));
    expect(results.getState()).toMatchObject({ hitIds: [7, 8], hitCount: 315 });
    stepThroughHits(results.getState(), 1);
    expect(results.getState()).toMatchObject({ focusedId: 8, hitCount: 315 });
    results.getState().focus(9);
    expect(results.getState()).toMatchObject({ hitIds: [], hitCount: 0 });
  });

  test('looks at the nearest detection, and lists all of several', () => {
    const { results, ui } = createStores();
    handleMapClick({ results, ui }, click({ detections: [7, 8], areas: ['a'] }));
    expect(results.getState()).toMatchObject({ focusedId: 7, hitIds: [7, 8] });
    expect(ui.getState().selectedAreaId).toBeNull();
  });

  test('a click next to detections first clears the focus, then selects the area', () => {
    const { results, ui } = createStores();
    results.getState().focus(7);
    handleMapClick({ results, ui }, click({ areas: ['a'] }));
    expect(results.getState().focusedId).toBeNull();
    expect(ui.getState().selectedAreaId).toBeNull();
    handleMapClick({ results, ui }, click({ areas: ['a'] }));
    expect(ui.getState()).toMatchObject({ selectedAreaId: 'a', panel: 'areas' });
    handleMapClick({ results, ui }, click({}));
    expect(ui.getState().selectedAreaId).toBeNull();
  });

  test('with Ctrl the nearest detection is added to the selection or removed', () => {
    const { results, ui } = createStores();
    handleMapClick({ results, ui }, click({ detections: [7], isAdditive: true }));
    expect([...results.getState().selectedIds]).toEqual([7]);
    expect(results.getState().focusedId).toBeNull();
    handleMapClick({ results, ui }, click({ detections: [7], isAdditive: true }));
    expect([...results.getState().selectedIds]).toEqual([]);
  });

  test('the edit tool selects areas, and keeps the edited one on a click that hits no area', () => {
    const { results, ui } = createStores();
    ui.getState().setTool('edit');
    handleMapClick({ results, ui }, click({ detections: [7], areas: ['a'] }));
    expect(ui.getState().selectedAreaId).toBe('a');
    handleMapClick({ results, ui }, click({ detections: [7] }));
    expect(ui.getState().selectedAreaId).toBe('a');
    expect(results.getState().focusedId).toBeNull();
  });
});

describe('splitFilter', () => {
  test("the feed's columns are filtered at once, the rest is requested", () => {
    const own = {
      analytics: ['A'],
      collectedFrom: 5,
      minConfidence: 0.4,
      boundingBox: [1, 2, 3, 4],
      verdicts: ['rejected'],
      flagged: false,
    } satisfies DetectionFilter;
    expect(splitFilter(own)).toEqual({ style: { ...own, collectedTo: null }, rest: {} });
    const rest = { regions: ['East Asia'], expression: 'length > 40' };
    expect(splitFilter({ ...own, ...rest }).rest).toEqual(rest);
  });

  test('times that are closer than the feed distinguishes are requested, as those of one pass', () => {
    const ofPass = { sensors: ['A'], collectedFrom: 7_412, collectedTo: 7_413 };
    const { style, rest } = splitFilter(ofPass);
    expect(style).toMatchObject({ collectedFrom: null, collectedTo: null });
    expect(rest).toEqual(ofPass);
    const ofHour = { collectedFrom: 7_412, collectedTo: 3_607_412 };
    expect(splitFilter(ofHour)).toMatchObject({ style: ofHour, rest: {} });
  });

  test('analytics that the feed does not distinguish are requested', () => {
    const { style, rest } = splitFilter({ analytics: ['A'] }, true);
    expect(style.analytics).toBeNull();
    expect(rest).toEqual({ analytics: ['A'] });
  });
});

test.each([
  [78.4, 'sensor looks from 078°'],
  [359.6, 'sensor looks from 000°'],
  [-90, 'sensor looks from 270°'],
  [null, null],
])('azimuth %s is labeled %s', (azimuthAngle, label) => {
  const footprint = {
    geometry: { type: 'Point', coordinates: [0, 0] },
    reference: [0, 0],
    azimuthAngle,
    squareMetres: 1,
  };
  const detail = { footprint } as unknown as DetectionDetail;
  expect(toMapFootprint(detail, [])?.label).toBe(label);
  const passAt = (reference: LonLat) => ({ image: { azimuthAngle }, reference }) as unknown as PassOutline;
  expect(toMapFootprint(detail, [passAt([0, 1])])?.label).toBe(label);
  // The arrow of its pass is there, with a label of its own.
  expect(toMapFootprint(detail, [passAt([0, 1]), passAt([0, 0])])?.label).toBeNull();
});

describe('the view', () => {
  test('what is stored is checked', () => {
    for (const text of ['', '{', '{"center":[500,0],"zoom":3}', '{"center":[0,0]}', 'null']) {
      expect(createMapViewStore(memoryStorage({ 'sightline.map-view': text })).getState().view).toBeNull();
    }
  });

  function startWith(storage: Storage) {
    const hub = new MapEventEmitter();
    const engine = {
      on: (events: Partial<MapEvents>) => hub.add(events),
      camera: { setView: vi.fn() },
      zoomToDetections: vi.fn(),
    };
    const stores = { ...createStores(), mapView: createMapViewStore(storage) };
    syncView({ engine: engine as unknown as MapEngine, stores });
    return { hub, engine };
  }

  test('the map restores the last view and saves it', () => {
    const storage = memoryStorage({ 'sightline.map-view': '{"center":[120.5,30],"zoom":6.5}' });
    const { hub, engine } = startWith(storage);
    expect(engine.camera.setView).toHaveBeenCalledWith({ center: [120.5, 30], zoom: 6.5 });
    hub.emit('detectionsShown', 10);
    expect(engine.zoomToDetections).not.toHaveBeenCalled();
    hub.emit('view', { center: [1, 2], zoom: 3, rotation: 0, scaleDenominator: 4 });
    expect(createMapViewStore(storage).getState().view).toEqual({ center: [1, 2], zoom: 3 });
  });

  test('the first visit goes to the first results, once', () => {
    const { hub, engine } = startWith(memoryStorage());
    hub.emit('detectionsShown', 0);
    expect(engine.zoomToDetections).not.toHaveBeenCalled();
    hub.emit('detectionsShown', 10);
    hub.emit('detectionsShown', 20);
    expect(engine.zoomToDetections).toHaveBeenCalledTimes(1);
  });
});

describe('a mask from the workspace', () => {
  function synced() {
    const stores = createStores();
    const hub = new MapEventEmitter();
    const setDetectionChannel = vi.fn();
    const engine = {
      on: (events: Partial<MapEvents>) => hub.add(events),
      setDetectionStyle: vi.fn(),
      setSelection: vi.fn(),
      clearDetections: vi.fn(),
      setDetectionChannel,
    } as unknown as MapEngine;
    const stop = syncDetections({ stores, engine });
    return { stores, hub, stop, requested: () => setDetectionChannel.mock.calls.length };
  }

  test('is refetched when reviews change that it depends on, and only then', () => {
    const { stores, hub, stop, requested } = synced();
    const setFilter = (filter: DetectionFilter) => stores.results.getState().replaceFilter(filter);
    setFilter({ expression: "region = 'East Asia'" });
    const before = requested();
    hub.emit('reviewed');
    expect(requested()).toBe(before);
    setFilter({ expression: "note contains 'tug' or reviewer = 'anna'" });
    hub.emit('reviewed');
    expect(requested()).toBe(before + 2);
    // These the map emits by itself.
    setFilter({ verdicts: ['confirmed'], flagged: true });
    const now = requested();
    hub.emit('reviewed');
    expect(requested()).toBe(now);
    stop();
  });
});
