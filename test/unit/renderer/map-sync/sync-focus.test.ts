import { afterAll, afterEach, expect, test, vi } from 'vitest';
import * as afterPaint from '../../../../renderer/map/after-paint.ts';
import type { MapApp } from '../../../../renderer/map-sync/map-app.ts';
import { syncFocus } from '../../../../renderer/map-sync/sync-focus.ts';
import { createStores } from '../../../../renderer/stores/stores.ts';
import { succeed } from '../../../../shared/result.ts';
import { pageApi } from '../../../builders/page-api.ts';

vi.spyOn(afterPaint, 'afterPaint').mockImplementation((task) => task());
afterAll(() => vi.restoreAllMocks());

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A map during a review, whose detections lie at the longitude of their id. */
function buildReviewMap(zoom: number) {
  const stores = createStores();
  const view = { center: [0, 0] as readonly [number, number], zoom };
  const camera = {
    state: view,
    isInView: () => true,
    setView(next: typeof view) {
      this.state = next;
    },
  };
  const engine = { chip: { show: () => {} }, footprint: { show: vi.fn() }, camera };
  const detail = async (id: number) =>
    succeed({ detection: { id, longitude: id, latitude: 0, chipIdentifier: null }, footprint: null });
  const procedures = {
    results: { detail: { query: detail } },
    chips: { calibrations: { query: async () => succeed([]) } },
  };
  const app = { ...pageApi(procedures), engine, stores } as unknown as MapApp;
  stops.push(syncFocus(app));
  stores.review.setState({ queue: { state: 'running', ids: [1, 2], at: 0 } } as never);
  return { engine, stores, focus: (id: number) => stores.results.getState().focus(id) };
}

test('a review zooms in on its first detection, and then leaves the zoom to the user', async () => {
  const { engine, focus } = buildReviewMap(3);
  focus(1);
  await vi.waitFor(() => expect(engine.camera.state).toEqual({ center: [1, 0], zoom: 8 }));
  engine.camera.setView({ center: [1, 0], zoom: 6 });
  focus(2);
  await vi.waitFor(() => expect(engine.camera.state).toEqual({ center: [2, 0], zoom: 6 }));
});

test('a map that is closer already keeps its zoom in a review', async () => {
  const { engine, focus } = buildReviewMap(12);
  focus(1);
  await vi.waitFor(() => expect(engine.camera.state).toEqual({ center: [1, 0], zoom: 12 }));
});

test('the footprint of a record stays when other passes are chosen', () => {
  const { engine, stores } = buildReviewMap(3);
  engine.footprint.show.mockClear();
  stores.passes.getState().setOutlines([]);
  expect(engine.footprint.show).not.toHaveBeenCalled();
});
