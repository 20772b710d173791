import { describe, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { MapEngine } from '../../renderer/map/map-engine.ts';
import { MapEventHub } from '../../renderer/map/map-event-hub.ts';
import type { MapEvents } from '../../renderer/map/map-types.ts';
import { readView, rememberView } from '../../renderer/map/remember-view.ts';
import { splitFilter, syncDetections } from '../../renderer/map/sync-detections.ts';
import { toMapFootprint } from '../../renderer/map/sync-focus.ts';
import { takePress } from '../../renderer/map/take-press.ts';
import { watch } from '../../renderer/map/watch.ts';
import { createStores } from '../../renderer/stores/stores.ts';
import type { DetectionDetail, DetectionFilter } from '../../shared/results/detection.ts';

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
  const press = (change: object) => ({
    detections: [],
    areas: [],
    orders: [],
    footprints: [],
    position: [0, 0] as const,
    adds: false,
    ...change,
  });

  test('looks at the nearest detection, and lists all of several', () => {
    const { results, ui } = createStores();
    takePress({ results, ui }, press({ detections: [7, 8], areas: ['a'] }));
    expect(results.getState()).toMatchObject({ focusedId: 7, hitIds: [7, 8] });
    expect(ui.getState().selectedAreaId).toBeNull();
  });

  test('a press beside detections first puts the focus down, then chooses the area', () => {
    const { results, ui } = createStores();
    results.getState().focus(7);
    takePress({ results, ui }, press({ areas: ['a'] }));
    expect(results.getState().focusedId).toBeNull();
    expect(ui.getState().selectedAreaId).toBeNull();
    takePress({ results, ui }, press({ areas: ['a'] }));
    expect(ui.getState()).toMatchObject({ selectedAreaId: 'a', panel: 'areas' });
    takePress({ results, ui }, press({}));
    expect(ui.getState().selectedAreaId).toBeNull();
  });

  test('with Ctrl the nearest detection is added to the selection or taken away', () => {
    const { results, ui } = createStores();
    takePress({ results, ui }, press({ detections: [7], adds: true }));
    expect([...results.getState().selectedIds]).toEqual([7]);
    expect(results.getState().focusedId).toBeNull();
    takePress({ results, ui }, press({ detections: [7], adds: true }));
    expect([...results.getState().selectedIds]).toEqual([]);
  });

  test('the edit tool chooses areas, and keeps its own on a press beside', () => {
    const { results, ui } = createStores();
    ui.getState().setTool('edit');
    takePress({ results, ui }, press({ detections: [7], areas: ['a'] }));
    expect(ui.getState().selectedAreaId).toBe('a');
    takePress({ results, ui }, press({ detections: [7] }));
    expect(ui.getState().selectedAreaId).toBe('a');
    expect(results.getState().focusedId).toBeNull();
  });
});

describe('splitFilter', () => {
  test('what the feed tells is filtered at once, for the rest is asked', () => {
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

  test('analytics that the feed does not tell apart are asked for', () => {
    const { style, rest } = splitFilter({ analytics: ['A'] }, true);
    expect(style.analytics).toBeNull();
    expect(rest).toEqual({ analytics: ['A'] });
  });
});

test.each([
  [78.4, 'to sensor 078°'],
  [359.6, 'to sensor 000°'],
  [-90, 'to sensor 270°'],
  [null, null],
])('azimuth %s is labelled %s', (azimuthAngle, label) => {
  const footprint = {
    geometry: { type: 'Point', coordinates: [0, 0] },
    reference: [0, 0],
    azimuthAngle,
    squareMetres: 1,
  };
  expect(toMapFootprint({ footprint } as unknown as DetectionDetail)?.label).toBe(label);
});

describe('the view', () => {
  test('what is stored is checked', () => {
    expect(readView('{"center":[120.5,30],"zoom":6.5}')).toEqual({ center: [120.5, 30], zoom: 6.5 });
    for (const text of [null, '', '{', '{"center":[500,0],"zoom":3}', '{"center":[0,0]}', 'null']) {
      expect(readView(text)).toBeNull();
    }
  });

  function startWith(text: string | null) {
    const hub = new MapEventHub();
    const engine = {
      on: (events: Partial<MapEvents>) => hub.add(events),
      setView: vi.fn(),
      zoomToDetections: vi.fn(),
    };
    const storage = { getItem: () => text, setItem: vi.fn() };
    rememberView(engine as unknown as MapEngine, storage as unknown as Storage);
    return { hub, engine, storage };
  }

  test('the map starts where it looked last and keeps where it looks', () => {
    const { hub, engine, storage } = startWith('{"center":[120.5,30],"zoom":6.5}');
    expect(engine.setView).toHaveBeenCalledWith({ center: [120.5, 30], zoom: 6.5 });
    hub.emit('detectionsShown', 10);
    expect(engine.zoomToDetections).not.toHaveBeenCalled();
    hub.emit('view', { center: [1, 2], zoom: 3, rotation: 0, scaleDenominator: 4 });
    expect(storage.setItem).toHaveBeenCalledWith('sightline.map-view', '{"center":[1,2],"zoom":3}');
  });

  test('the first visit goes to the first results, once', () => {
    const { hub, engine } = startWith(null);
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
    const hub = new MapEventHub();
    const setDetectionChannel = vi.fn();
    const engine = {
      on: (events: Partial<MapEvents>) => hub.add(events),
      setDetectionStyle: vi.fn(),
      setSelection: vi.fn(),
      clearDetections: vi.fn(),
      setDetectionChannel,
    } as unknown as MapEngine;
    const stop = syncDetections({ api: {} as never, stores, engine });
    return { stores, hub, stop, asked: () => setDetectionChannel.mock.calls.length };
  }

  test('is asked for again when reviews change that it asks for, and only then', () => {
    const { stores, hub, stop, asked } = synced();
    const setFilter = (filter: DetectionFilter) => stores.results.setState({ filter });
    setFilter({ expression: "region = 'East Asia'" });
    const before = asked();
    hub.emit('reviewed');
    expect(asked()).toBe(before);
    setFilter({ expression: "note contains 'tug' or reviewer = 'anna'" });
    hub.emit('reviewed');
    expect(asked()).toBe(before + 2);
    // These the map tells by itself.
    setFilter({ verdicts: ['confirmed'], flagged: true });
    const now = asked();
    hub.emit('reviewed');
    expect(asked()).toBe(now);
    stop();
  });
});
