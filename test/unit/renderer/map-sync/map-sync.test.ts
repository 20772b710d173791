import { describe, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { stepThroughHits } from '../../../../renderer/features/inspector/inspector-commands.ts';
import type { MapEngine } from '../../../../renderer/map/map-engine.ts';
import { MapEventEmitter } from '../../../../renderer/map/map-event-emitter.ts';
import type { MapEvents, MapView } from '../../../../renderer/map/map-types.ts';
import { handleMapClick } from '../../../../renderer/map-sync/handle-map-click.ts';
import { splitFilter, syncDetections } from '../../../../renderer/map-sync/sync-detections.ts';
import { toMapFootprint } from '../../../../renderer/map-sync/sync-focus.ts';
import { syncView } from '../../../../renderer/map-sync/sync-view.ts';
import { watch } from '../../../../renderer/map-sync/watch.ts';
import { createMapViewStore } from '../../../../renderer/stores/map-stores.ts';
import { createStores } from '../../../../renderer/stores/stores.ts';
import type { LonLat } from '../../../../shared/geo/geometry.ts';
import type { Job } from '../../../../shared/jobs/job.ts';
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
  [78.4, 'sensor to the east'],
  [359.6, 'sensor to the north'],
  [-90, 'sensor to the west'],
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
      camera: {
        setView: vi.fn(),
        fitBounds: vi.fn(),
        waitUntilStill: async () => {},
        state: { center: [0, 0], zoom: 1, rotation: 0, scaleDenominator: 4 } as MapView,
      },
      zoomToDetections: vi.fn(() => true),
      lastDetectionId: () => 700,
    };
    const stores = { ...createStores(), mapView: createMapViewStore(storage) };
    syncView({ engine: engine as unknown as MapEngine, stores });
    const viewAt = (longitude: number): MapView => ({
      center: [longitude, 2],
      zoom: 3,
      rotation: 0,
      scaleDenominator: 4,
    });
    const moveTo = (longitude: number) => hub.emit('view', viewAt(longitude));
    return { hub, engine, stores, moveTo, viewAt };
  }

  const job = (kind: Job['kind'], state: Job['state'], more: Partial<Job> = {}): Job => ({
    ...{ id: '1', kind, state, title: '', startedAt: '', updatedAt: '', resumable: false, warnings: [] },
    ...more,
  });

  test('the map goes to what a fetch has brought, and keeps the view of before to go back to', async () => {
    const { hub, engine, stores, moveTo } = startWith(memoryStorage());
    moveTo(1);
    hub.emit('detectionsShown', 700);
    await Promise.resolve();
    engine.zoomToDetections.mockClear();
    const { setJobs } = stores.workspace.getState();
    setJobs([job('fetch', 'running')]);
    setJobs([job('fetch', 'complete')]);
    expect(engine.zoomToDetections).toHaveBeenCalledWith(700);
    expect(stores.mapView.getState().former).toMatchObject({ center: [1, 2] });
    // The last page may come to the map after the fetch has ended.
    hub.emit('detectionsShown', 900);
    expect(engine.zoomToDetections).toHaveBeenCalledTimes(2);
    hub.emit('detectionsShown', 900);
    expect(engine.zoomToDetections).toHaveBeenCalledTimes(2);
    await Promise.resolve();
    moveTo(5);
    expect(stores.mapView.getState().former).toBeNull();
  });

  test('a move that a busy computer reports late is not one of the user, and the view to go back to is that of before', async () => {
    const { hub, engine, stores, moveTo, viewAt } = startWith(memoryStorage());
    const { setJobs } = stores.workspace.getState();
    moveTo(1);
    setJobs([job('fetch', 'running')]);
    // The first page of a first visit moves the map, before the fetch ends.
    hub.emit('detectionsShown', 700);
    engine.camera.state = viewAt(5);
    await Promise.resolve();
    moveTo(5);
    expect(stores.mapView.getState().former).toMatchObject({ center: [1, 2] });
    setJobs([job('fetch', 'complete')]);
    expect(engine.zoomToDetections).toHaveBeenCalledTimes(2);
    engine.camera.state = viewAt(6);
    await Promise.resolve();
    moveTo(6);
    expect(stores.mapView.getState().former).toMatchObject({ center: [1, 2] });
    moveTo(9);
    expect(stores.mapView.getState().former).toBeNull();
  });

  test('a map that was moved since a job began stays where it is, and so it does when a job fails', () => {
    const { engine, stores, moveTo } = startWith(memoryStorage());
    const { setJobs } = stores.workspace.getState();
    setJobs([job('fetch', 'running')]);
    moveTo(7);
    setJobs([job('fetch', 'complete')]);
    setJobs([job('fetch', 'running')]);
    setJobs([job('fetch', 'failed')]);
    expect(engine.zoomToDetections).not.toHaveBeenCalled();
  });

  test('the map stays where it is while the results of an order are fetched, which cover whole regions', () => {
    const { hub, engine, stores, moveTo } = startWith(memoryStorage());
    moveTo(1);
    hub.emit('detectionsShown', 700);
    engine.zoomToDetections.mockClear();
    const { setJobs } = stores.workspace.getState();
    const fetch = { orderId: 'ord-1' } as NonNullable<Job['fetch']>;
    setJobs([job('fetch', 'running', { fetch })]);
    setJobs([job('fetch', 'complete', { fetch })]);
    hub.emit('detectionsShown', 900);
    expect(engine.zoomToDetections).not.toHaveBeenCalled();
  });

  test('a filter by place goes to its matches where none of them is in view, and keeps the view of before', () => {
    const { hub, engine, stores, moveTo } = startWith(memoryStorage());
    moveTo(1);
    hub.emit('detectionsShown', 700);
    engine.zoomToDetections.mockClear();
    const { setFilter } = stores.results.getState();
    const { setMapChannel } = stores.ui.getState();
    const setPlaces = (place: string) => {
      setFilter({ places: [place] });
      setMapChannel('mask', { state: 'pending' });
      hub.emit('inView', 0);
      setMapChannel('mask', { state: 'shown', count: 1, scale: null });
    };
    setPlaces('Busan');
    expect(engine.zoomToDetections).not.toHaveBeenCalled();
    hub.emit('inView', 3);
    setPlaces('Gdansk');
    hub.emit('inView', 0);
    hub.emit('inView', 0);
    expect(engine.zoomToDetections).toHaveBeenCalledOnce();
    expect(stores.mapView.getState().former).toMatchObject({ center: [1, 2] });
  });

  test('other filters leave the map where it is, and so does one after which the map was moved', async () => {
    const { hub, engine, stores, moveTo } = startWith(memoryStorage());
    moveTo(1);
    const { setFilter } = stores.results.getState();
    setFilter({ text: 'no place' });
    hub.emit('inView', 0);
    setFilter({ places: ['Busan'] });
    await Promise.resolve();
    moveTo(4);
    hub.emit('inView', 0);
    setFilter({ places: undefined });
    hub.emit('inView', 0);
    expect(engine.zoomToDetections).not.toHaveBeenCalled();
  });

  test('the form over the map closes once what it asked for has come', () => {
    const { stores } = startWith(memoryStorage());
    const { setJobs } = stores.workspace.getState();
    const { setWindowSize, setPanelOpen, showPanel } = stores.ui.getState();
    const isOpen = () => stores.ui.getState().drawers.side;
    const fetch = () => {
      setJobs([job('fetch', 'running')]);
      setJobs([job('fetch', 'complete')]);
    };
    setWindowSize({ width: 1024, height: 640 });
    setPanelOpen('side', true);
    fetch();
    expect(isOpen()).toBe(false);
    // Another panel was opened on purpose.
    showPanel('orders');
    fetch();
    expect(isOpen()).toBe(true);
    setWindowSize({ width: 1440, height: 900 });
    fetch();
    expect(stores.ui.getState().open.side).toBe(true);
  });

  test('the map goes to the extent of an imported layer', () => {
    const { engine, stores } = startWith(memoryStorage());
    const { setJobs } = stores.workspace.getState();
    setJobs([job('import', 'running')]);
    setJobs([job('import', 'complete', { imported: { kind: 'layers', bounds: [1, 2, 3, 4] } })]);
    expect(engine.camera.fitBounds).toHaveBeenCalledWith([1, 2, 3, 4]);
  });

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
