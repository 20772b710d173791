import { afterEach, expect, test, vi } from 'vitest';
import { MapEventEmitter } from '../../../../renderer/map/map-event-emitter.ts';
import type { MapEvents } from '../../../../renderer/map/map-types.ts';
import type { MapApp } from '../../../../renderer/map-sync/map-app.ts';
import { syncDisplay } from '../../../../renderer/map-sync/sync-detections.ts';
import { createStores } from '../../../../renderer/stores/stores.ts';
import { fail, succeed } from '../../../../shared/result.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A map with the labels of two detections nearby, whose rows and verdicts the test changes. */
function buildLabeledMap() {
  const stores = createStores();
  const hub = new MapEventEmitter();
  const state = { verdict: 'unsure', queries: 0, isFailing: false, response: Promise.resolve() };
  let labels: readonly string[] = [];
  const engine = {
    on: (events: Partial<MapEvents>) => hub.add(events),
    setDensity: () => {},
    setSavesDrawing: () => {},
    setDetectionChannel: () => {},
    setNearbyEnabled: () => {},
    setHullsEnabled: () => {},
    setHulls: () => {},
    labels: {
      show: (shown: readonly { readonly text: string }[]) => {
        labels = shown.map(({ text }) => text);
      },
    },
  };
  const query = async (ids: readonly number[]) => {
    state.queries += 1;
    const { verdict } = state;
    await state.response;
    if (state.isFailing) return fail('server-error', 'No connection.');
    return succeed(
      ids.map((id) => ({
        id,
        longitude: 0,
        latitude: 0,
        analytic: 'Ship',
        review: { verdict, flagged: false },
      })),
    );
  };
  const app = { api: { results: { detections: { query } } }, engine, stores } as unknown as MapApp;
  stops.push(syncDisplay(app));
  return { hub, state, stores, labels: () => labels };
}

test('labels by verdict follow reviews', async () => {
  const { hub, state, stores, labels } = buildLabeledMap();
  stores.mapDisplay.getState().change({ label: 'verdict' });
  hub.emit('nearby', [1, 2]);
  await vi.waitFor(() => expect(labels()).toEqual(['unsure', 'unsure']));
  state.verdict = 'confirmed';
  hub.emit('reviewed');
  await vi.waitFor(() => expect(labels()).toEqual(['confirmed', 'confirmed']));
  // What is no longer known is not stated.
  state.isFailing = true;
  hub.emit('reviewed');
  await vi.waitFor(() => expect(labels()).toEqual([]));
});

test('labels that do not show reviews stay when these change, and those by verdict are read after them', async () => {
  const { hub, state, stores, labels } = buildLabeledMap();
  stores.mapDisplay.getState().change({ label: 'analytic' });
  hub.emit('nearby', [1, 2]);
  await vi.waitFor(() => expect(labels()).toEqual(['Ship', 'Ship']));
  state.verdict = 'confirmed';
  hub.emit('reviewed');
  hub.emit('nearby', [1, 2]);
  expect(state.queries).toBe(1);
  stores.mapDisplay.getState().change({ label: 'verdict' });
  await vi.waitFor(() => expect(labels()).toEqual(['confirmed', 'confirmed']));
});

test('labels are loading until those of the latest detections are shown', async () => {
  const { hub, state, stores, labels } = buildLabeledMap();
  const isLoading = () => stores.ui.getState().areLabelsLoading;
  stores.mapDisplay.getState().change({ label: 'analytic' });
  expect(isLoading()).toBe(false);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  state.response = first.promise;
  hub.emit('nearby', [1]);
  state.response = second.promise;
  hub.emit('nearby', [2, 3]);
  first.resolve();
  await first.promise;
  expect([isLoading(), labels()]).toEqual([true, []]);
  second.resolve();
  await vi.waitFor(() => expect([isLoading(), labels()]).toEqual([false, ['Ship', 'Ship']]));
});
