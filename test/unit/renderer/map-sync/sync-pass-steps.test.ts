import { afterEach, expect, test, vi } from 'vitest';
import { describePassStep } from '../../../../renderer/context/describe-pass-step.ts';
import { showPassStep } from '../../../../renderer/context/show-pass-step.ts';
import { stepToPass, toggleCumulative } from '../../../../renderer/features/pass-steps/pass-step-commands.ts';
import type { MapApp } from '../../../../renderer/map-sync/map-app.ts';
import { syncPassSteps } from '../../../../renderer/map-sync/sync-pass-steps.ts';
import { createStores } from '../../../../renderer/stores/stores.ts';
import type { BoundingBox } from '../../../../shared/geo/geometry.ts';
import type { PassStop } from '../../../../shared/passes/pass.ts';
import { fail, succeed } from '../../../../shared/result.ts';

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
  const state = { box: here, reads: 0, outlines: Promise.resolve(), isFailing: false };
  const listeners: (() => void)[] = [];
  const engine = {
    layers: { add: () => undefined, remove: () => undefined },
    on: ({ view }: { view: () => void }) => {
      listeners.push(view);
      return () => undefined;
    },
    camera: { viewBox: () => state.box },
  };
  const api = {
    passes: {
      stops: {
        query: async ({ box }: { box: readonly number[] }) => {
          state.reads += 1;
          if (state.isFailing) return fail('server-error', 'No connection.');
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
      isOutdated: false,
      stop: stopsOver.here[index] as PassStop,
      before: {},
      isCumulative: false,
    });
  return { app, state, pan, step, steps: () => stores.passSteps.getState().steps };
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

test('no position is stated for a view whose passes could not be read, and the next step reads them again', async () => {
  const { app, state, pan, step, steps } = buildMap();
  const reading = () => {
    const shown = steps();
    return shown && describePassStep(shown);
  };
  await step(0);
  expect(reading()).toBe('Pass 1 of 2, covers 10%');
  state.isFailing = true;
  pan(there);
  await vi.waitFor(() => expect(reading()).toBe('The passes over this view could not be read.'));
  state.isFailing = false;
  await stepToPass(app, 1);
  expect(reading()).toBe('Pass 1 of 3, covers 50%');
  state.isFailing = true;
  pan(here);
  await vi.waitFor(() => expect(reading()).toBe('The passes over this view could not be read.'));
  await toggleCumulative(app);
  expect(reading()).toBe('The passes over this view could not be read.');
  await toggleCumulative(app);
  // Back in the view of the step: what was read for it may be that of former results.
  pan(there);
  state.isFailing = false;
  const { reads } = state;
  await stepToPass(app, 1);
  expect(state.reads).toBeGreaterThan(reads);
  expect(reading()).toMatch(/^Pass 2 of 3, /);
});
