import { afterEach, expect, test, vi } from 'vitest';
import { showPassStep } from '../../../../renderer/context/show-pass-step.ts';
import type { MapApp } from '../../../../renderer/map-sync/map-app.ts';
import { syncPassSteps } from '../../../../renderer/map-sync/sync-pass-steps.ts';
import { createStores } from '../../../../renderer/stores/stores.ts';
import type { BoundingBox } from '../../../../shared/geo/geometry.ts';
import type { PassStop } from '../../../../shared/passes/pass.ts';
import { succeed } from '../../../../shared/result.ts';

const stopAt = (startedAt: number): PassStop => ({ key: `pass ${startedAt}`, sensorName: null, startedAt });
const stopsOver = { here: [stopAt(1), stopAt(2)], there: [stopAt(2), stopAt(3), stopAt(4)] };
const here: BoundingBox = [0, 0, 1, 1];
const there: BoundingBox = [5, 5, 6, 6];

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** A map whose passes are stepped through, and how often these were read. Outlines arrive when the test lets them. */
function buildMap() {
  const stores = createStores();
  const state = { box: here, reads: 0, outlines: Promise.resolve() };
  const listeners: (() => void)[] = [];
  const engine = {
    layers: { add: () => undefined, remove: () => undefined },
    on: ({ view }: { view: () => void }) => {
      listeners.push(view);
      return () => undefined;
    },
    viewBox: () => state.box,
  };
  const api = {
    passes: {
      stops: {
        query: async ({ box }: { box: readonly number[] }) => {
          state.reads += 1;
          return succeed(box[0] === 0 ? stopsOver.here : stopsOver.there);
        },
      },
      filter: { query: async (key: string) => succeed({ sensors: [key] }) },
      share: { query: async ({ box }: { box: readonly number[] }) => succeed(box[0] === 0 ? 0.1 : 0.5) },
      records: { query: async () => succeed([]) },
      outlines: {
        query: async () => {
          await state.outlines;
          return succeed([]);
        },
      },
    },
  };
  const app = { api, engine, stores } as unknown as MapApp;
  cleanUps.push(syncPassSteps(app));
  const pan = (box: BoundingBox) => {
    state.box = box;
    for (const listener of listeners) listener();
  };
  const step = (index: number) =>
    showPassStep(app, {
      stops: stopsOver.here,
      box: here,
      stop: stopsOver.here[index] as PassStop,
      before: {},
      isCumulative: false,
    });
  return { state, pan, step, steps: () => stores.passSteps.getState().steps };
}

test('the passes are read for the view to which the map was moved during a step', async () => {
  const { state, pan, step, steps } = buildMap();
  await step(0);
  const outlines = Promise.withResolvers<void>();
  state.outlines = outlines.promise;
  const stepped = step(1);
  pan(there);
  await vi.waitFor(() => expect(steps()?.box).toEqual(there));
  outlines.resolve();
  await stepped;
  await vi.waitFor(() =>
    expect(steps()).toMatchObject({
      shown: stopsOver.here[1],
      box: there,
      stops: stopsOver.there,
      share: 0.5,
    }),
  );
  expect(state.reads).toBe(2);
});

test('the passes are not read again by a step in the same view', async () => {
  const { state, step, steps } = buildMap();
  await step(0);
  await step(1);
  expect(steps()?.shown).toBe(stopsOver.here[1]);
  expect(state.reads).toBe(0);
});
