import { beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../../../../renderer/api/client.ts';
import {
  describePassStep,
  describeStepAnalyses,
  describeStepImage,
} from '../../../../../renderer/context/describe-pass-step.ts';
import { endPassSteps, leavePassSteps } from '../../../../../renderer/context/show-pass-step.ts';
import {
  stepToPass,
  toggleCumulative,
} from '../../../../../renderer/features/pass-steps/pass-step-commands.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import type { PassStop } from '../../../../../shared/passes/pass.ts';
import { succeed } from '../../../../../shared/result.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';

const { notifyInfo } = spyOnNotifications();

const hour = 3_600_000;
const stopAt = (hours: number | null): PassStop => ({
  key: `pass ${hours}`,
  sensorName: 'ICEYE-X7',
  startedAt: hours === null ? null : hours * hour,
});
const filterOf = (key: string) => ({ sensors: [key] });

function start(stops: readonly PassStop[]) {
  const state = { stops, box: [0, 0, 1, 1], reads: 0 };
  const api = {
    passes: {
      stops: {
        query: async () => {
          state.reads += 1;
          return succeed(state.stops);
        },
      },
      filter: { query: async (key: string) => succeed(filterOf(key)) },
      outlines: { query: async () => succeed([]) },
      share: { query: async () => succeed(0.62) },
      records: { query: async () => succeed([]) },
    },
  } as unknown as Api;
  const stores = createStores();
  stores.results.getState().setFilter({ minConfidence: 0.5 });
  const engine = { camera: { viewBox: () => state.box } } as unknown as Parameters<
    typeof stepToPass
  >[0]['engine'];
  return { app: { api, engine, stores }, state, stores };
}

const shownKey = ({ stores }: ReturnType<typeof start>) => stores.passSteps.getState().steps?.shown.key;

beforeEach(() => {
  notifyInfo.mockClear();
});

describe('stepping through the passes over the view', () => {
  it('goes from the earliest to the latest and back, and restores the filter at the end', async () => {
    const test = start([stopAt(1), stopAt(42), stopAt(50)]);
    const { app, state, stores } = test;
    const seen: (string | undefined)[] = [];
    for (const direction of [1, 1, 1, 1, -1] as const) {
      await stepToPass(app, direction);
      seen.push(shownKey(test));
    }
    expect(seen).toEqual(['pass 1', 'pass 42', 'pass 50', 'pass 50', 'pass 42']);
    expect(notifyInfo).toHaveBeenCalledWith('This is the last pass over the view.');
    expect(state.reads).toBe(1);
    expect(stores.results.getState().filter).toEqual({ minConfidence: 0.5, ...filterOf('pass 42') });
    endPassSteps(app);
    expect(stores.results.getState().filter).toEqual({ minConfidence: 0.5 });
    expect(stores.passSteps.getState().steps).toBeNull();
  });

  it('shows all times up to the pass, and only the pass again', async () => {
    const { app, stores } = start([stopAt(1), stopAt(42)]);
    await stepToPass(app, -1);
    await toggleCumulative(app);
    expect(stores.results.getState().filter).toEqual({ minConfidence: 0.5, collectedTo: 42 * hour + 1 });
    await stepToPass(app, -1);
    expect(stores.results.getState().filter).toEqual({ minConfidence: 0.5, collectedTo: hour + 1 });
    await toggleCumulative(app);
    expect(stores.results.getState().filter).toEqual({ minConfidence: 0.5, ...filterOf('pass 1') });
  });

  it('shows no pass when the filter was changed, or the stepping ended, while it was read', async () => {
    const { app, stores } = start([stopAt(1), stopAt(42)]);
    const { results, passSteps } = stores;
    let step = stepToPass(app, 1);
    results.getState().setFilter({ minConfidence: 0.9 });
    await step;
    expect(passSteps.getState().steps).toBeNull();
    expect(results.getState().filter).toEqual({ minConfidence: 0.9 });

    await stepToPass(app, 1);
    step = stepToPass(app, 1);
    await Promise.resolve();
    endPassSteps(app);
    await step;
    expect(passSteps.getState().steps).toBeNull();
    expect(results.getState().filter).toEqual({ minConfidence: 0.9 });
  });

  it('goes on by time where the shown pass is not over the view any more', async () => {
    const test = start([stopAt(1), stopAt(42)]);
    await stepToPass(test.app, 1);
    Object.assign(test.state, { stops: [stopAt(0), stopAt(30)], box: [1, 0, 2, 1] });
    await stepToPass(test.app, 1);
    expect(shownKey(test)).toBe('pass 30');
    await stepToPass(test.app, -1);
    expect(shownKey(test)).toBe('pass 0');
    expect(test.state.reads).toBe(2);
  });

  it('begins at the inspected pass, and outline and inspector follow', async () => {
    const test = start([stopAt(1), stopAt(42), stopAt(50)]);
    const { passes, inspector } = test.stores;
    passes.getState().choose(['pass 50', 'pass 42']);
    await stepToPass(test.app, -1);
    expect(shownKey(test)).toBe('pass 42');
    await stepToPass(test.app, -1);
    expect(shownKey(test)).toBe('pass 1');
    expect(passes.getState().chosenKeys).toEqual(['pass 1']);
    expect(inspector.getState().item).toEqual({ kind: 'pass', id: 'pass 1' });
  });

  it('restores the chosen passes at the end, and the inspector where it shows a pass', async () => {
    const { app, stores } = start([stopAt(1), stopAt(42), stopAt(50)]);
    const { passes, inspector } = stores;
    passes.getState().choose(['pass 50', 'pass 42']);
    await stepToPass(app, -1);
    await stepToPass(app, -1);
    endPassSteps(app);
    expect(passes.getState().chosenKeys).toEqual(['pass 50', 'pass 42']);
    expect(inspector.getState().item).toEqual({ kind: 'pass', id: 'pass 42' });

    await stepToPass(app, -1);
    inspector.getState().inspect({ kind: 'detection', id: 7 });
    await stepToPass(app, -1);
    stores.results.getState().setFilter({ flagged: true });
    leavePassSteps(app);
    expect(passes.getState().chosenKeys).toEqual(['pass 50', 'pass 42']);
    expect(inspector.getState().item).toEqual({ kind: 'detection', id: 7 });
    expect(stores.results.getState().filter.flagged).toBe(true);
  });

  it.each([[['pass 42', 'pass 1']], [[]]])('leaves what was chosen while stepping: %j', async (chosen) => {
    const { app, stores } = start([stopAt(1), stopAt(42)]);
    stores.passes.getState().choose(['pass 42']);
    await stepToPass(app, -1);
    stores.passes.getState().choose(chosen);
    endPassSteps(app);
    expect(stores.passes.getState().chosenKeys).toEqual(chosen);
  });

  it('restores what was chosen between two steps', async () => {
    const { app, stores } = start([stopAt(1), stopAt(42), stopAt(50)]);
    stores.passes.getState().choose(['pass 42']);
    await stepToPass(app, -1);
    stores.passes.getState().choose(['pass 50', 'pass 1']);
    await stepToPass(app, -1);
    endPassSteps(app);
    expect(stores.passes.getState().chosenKeys).toEqual(['pass 50', 'pass 1']);
  });

  it('begins at the end when the inspected pass does not show the view, and leaves an inspected detection', async () => {
    const test = start([stopAt(1), stopAt(42)]);
    const { passes, inspector } = test.stores;
    passes.getState().choose(['pass elsewhere']);
    inspector.getState().inspect({ kind: 'detection', id: 7 });
    await stepToPass(test.app, -1);
    expect(shownKey(test)).toBe('pass 42');
    expect(passes.getState().chosenKeys).toEqual([]);
    expect(inspector.getState().item).toEqual({ kind: 'detection', id: 7 });
  });

  it('states it where no pass shows the view', async () => {
    const test = start([]);
    await stepToPass(test.app, 1);
    expect(shownKey(test)).toBeUndefined();
    expect(notifyInfo).toHaveBeenCalledWith('No pass shows this view. Zoom out, or widen the filter.');
  });
});

describe('the description of a step', () => {
  const stops = [stopAt(1), stopAt(42), stopAt(42.5), stopAt(43), stopAt(null)];
  const shares = [1, 0.62, 0.004, 0.998, 0.62];
  const at = (index: number) =>
    describePassStep({
      stops,
      shown: stops[index] ?? stopAt(99),
      share: shares[index] ?? 0,
      isOutdated: false,
    });

  it('has the position, the time after the last pass, and how much is covered', () => {
    expect(at(0)).toBe('Pass 1 of 5, covers 100%');
    expect(at(1)).toBe('Pass 2 of 5, 1 d 17 h after the last, covers 62%');
    expect(at(2)).toBe('Pass 3 of 5, 30 min after the last, covers less than 1%');
    expect(at(3)).toBe('Pass 4 of 5, 30 min after the last, covers 99%');
    expect(at(4)).toBe('Pass 5 of 5, covers 62%');
    expect(at(5)).toBe('This pass does not show the view; 5 others do.');
  });

  it('names the analytics whose records were fetched, and those of the filter without records', () => {
    const analyses = (
      records: readonly (readonly [analytics: readonly string[], hasFeatures?: boolean])[],
      analytics?: string[],
    ) =>
      describeStepAnalyses({
        before: analytics ? { analytics } : {},
        records: records.map(([names, hasFeatures = true], index) => ({
          recordId: `${index}`,
          analytics: names,
          region: null,
          uploadedAt: null,
          detections: 0,
          hasFeatures,
          featureProblems: 0,
          passKeys: [],
        })),
      });
    expect(analyses([[['SPEX']]])).toBe('Records fetched only for Man-made object');
    expect(analyses([[['SPEX']], [['LargeVesselDetection', 'SPEX']]], ['LargeVesselDetection'])).toBe(
      'Records fetched only for Large vessel, Man-made object',
    );
    expect(analyses([[['SmallVesselDetection']]], ['SmallVesselDetection + LargeVesselDetection'])).toBe(
      'No records fetched for Large vessel, only for Small vessel',
    );
    expect(analyses([[['SPEX']], [['ChangeDetection'], false]])).toBe(
      'Records fetched only for Change, Man-made object; detections of Change not fetched',
    );
    expect(analyses([[['SPEX']], [[]]], ['LargeVesselDetection'])).toBe(
      'Records fetched for Man-made object; other analytics not known',
    );
    expect(analyses([[[]]])).toBe('Analytics not known');
  });

  it('states polarization and angle of the image where they are given', () => {
    const shown = { key: 'a', sensorName: 'ICEYE-X7', startedAt: Date.UTC(2026, 10, 19, 3, 12, 45) };
    const image = {
      ...shown,
      sensorType: 'SAR',
      sensorMode: null,
      productType: null,
      vendorId: null,
      polarization: 'HH',
      incidenceAngle: 31.24,
      azimuthAngle: null,
    };
    const outline = { key: 'a', image, footprint: null, reference: null, isReferenceGiven: false };
    expect(describeStepImage({ shown, outline })).toMatch(
      /^ICEYE-X7 · 2026-11-19 03:12.* · HH · incidence 31\.2°$/,
    );
    expect(describeStepImage({ shown, outline: null })).toMatch(/^ICEYE-X7 · 2026-11-19 03:12[^·]*$/);
  });
});
