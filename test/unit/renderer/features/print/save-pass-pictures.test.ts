import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../../../../../renderer/api/client.ts';
import { endPassSteps, leavePassSteps } from '../../../../../renderer/context/show-pass-step.ts';
import { stepToPass } from '../../../../../renderer/features/pass-steps/pass-step-commands.ts';
import {
  passPictureNames,
  savePassPictures,
} from '../../../../../renderer/features/print/save-pass-pictures.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import type { PassStop } from '../../../../../shared/passes/pass.ts';
import { fail, succeed } from '../../../../../shared/result.ts';

const jobId = '5f0c0a52-94a1-4a5e-8a3c-2f6d0f6f2a10';
/** 23 passes at irregular times. */
const stops: readonly PassStop[] = Array.from({ length: 23 }, (_, index) => ({
  key: `pass ${index}`,
  sensorName: 'ICEYE-X7',
  startedAt: Date.UTC(2026, 10, 1) + index ** 2 * 1_234_567,
}));

const sent: string[] = [];
const sending: { response: () => Response } = { response: () => Response.json({ saved: null }) };
beforeEach(() => {
  sent.length = 0;
  sending.response = () => Response.json({ saved: null });
  vi.stubGlobal('fetch', async (address: string) => {
    const parameters = new URL(address, 'http://127.0.0.1').searchParams;
    expect(parameters.get('sequence')).toBe(jobId);
    sent.push(parameters.get('name') ?? '');
    return sending.response();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function start(passes: readonly PassStop[] = stops) {
  const calls: string[] = [];
  const api = {
    passes: {
      stops: { query: async () => succeed(passes) },
      filter: { query: async (key: string) => succeed({ sensors: [key] }) },
      outlines: { query: async () => succeed([]) },
      records: { query: async () => succeed([]) },
      share: { query: async () => succeed(0.5) },
    },
    exchange: {
      startPictures: { mutate: async () => succeed({ id: jobId }) },
      finishPictures: {
        mutate: async () => {
          calls.push('finish');
          return succeed(undefined);
        },
      },
    },
    jobs: {
      cancel: {
        mutate: async () => {
          calls.push('cancel');
          return succeed(undefined);
        },
      },
    },
  } as unknown as Api;
  const stores = createStores();
  stores.results.getState().setFilter({ minConfidence: 0.5 });
  // As the map does: a mask is loaded after each change of the filter.
  stores.results.subscribe(() => {
    const { setMapChannel } = stores.ui.getState();
    setMapChannel('mask', { state: 'pending' });
    setTimeout(() => setMapChannel('mask', { state: 'shown', count: 0, scale: null }));
  });
  // As the map does: what follows from the filter after a delay, as the labels.
  let labeledFilter: unknown = null;
  const settleDetections = async () => {
    const { filter } = stores.results.getState();
    stores.ui.getState().setLabelsLoading(true);
    setTimeout(() => {
      labeledFilter = filter;
      stores.ui.getState().setLabelsLoading(false);
    });
  };
  const engine = { camera: { viewBox: () => [0, 0, 1, 1] }, settleDetections } as unknown as Parameters<
    typeof savePassPictures
  >[0]['engine'];
  const drawn: unknown[] = [];
  const draw = async () => {
    expect(stores.ui.getState().mapChannels.mask.state).toBe('shown');
    expect(labeledFilter).toBe(stores.results.getState().filter);
    drawn.push(stores.results.getState().filter);
    return succeed(new Blob(['png']));
  };
  const abort = new AbortController();
  const positions: string[] = [];
  const request = {
    draw,
    onPass: (position: number, count: number) => positions.push(`${position} of ${count}`),
    signal: abort.signal,
  };
  return { app: { api, engine, stores }, request, abort, calls, drawn, positions, stores };
}

describe('images of the passes over the view', () => {
  it('are as many as the passes, each drawn with its own filter and named by its time, and the filter comes back', async () => {
    const { app, request, calls, drawn, positions, stores } = start();
    stores.passes.getState().choose(['pass 3', 'pass 5']);
    const draw = () => {
      expect(stores.passes.getState().chosenKeys).toEqual([]);
      return request.draw();
    };
    expect(await savePassPictures(app, { ...request, draw })).toEqual(succeed(23));
    expect(stores.passes.getState().chosenKeys).toEqual(['pass 3', 'pass 5']);
    expect(sent).toHaveLength(23);
    expect(sent).toEqual(passPictureNames(stops));
    expect(sent[1]).toBe('2026-11-01T00-20-34Z.png');
    expect(drawn).toEqual(stops.map(({ key }) => ({ minConfidence: 0.5, sensors: [key] })));
    expect(positions.at(-1)).toBe('23 of 23');
    expect(calls).toEqual(['finish']);
    expect(stores.results.getState().filter).toEqual({ minConfidence: 0.5 });
    expect(stores.passSteps.getState().steps).toBeNull();
  });

  it('leave the stepping as it was, with the passes that Stop restores', async () => {
    const { app, request, stores } = start();
    stores.passes.getState().choose(['elsewhere']);
    await stepToPass(app, 1);
    stores.inspector.getState().inspect({ kind: 'detection', id: 7 });
    const { steps } = stores.passSteps.getState();
    const { chosenKeys } = stores.passes.getState();
    expect(await savePassPictures(app, request)).toEqual(succeed(23));
    expect(stores.passSteps.getState().steps).toEqual(steps);
    expect(stores.results.getState().filter).toEqual(steps?.filter);
    expect(stores.passes.getState().chosenKeys).toEqual(chosenKeys);
    expect(stores.inspector.getState().latest).toEqual({ kind: 'detection', id: 7 });
    endPassSteps(app);
    expect(stores.passes.getState().chosenKeys).toEqual(['elsewhere']);
    expect(stores.results.getState().filter).toEqual({ minConfidence: 0.5 });
  });

  it('leave the passes as chosen, and the stepping ended, when the filter was changed in between', async () => {
    const { app, request, stores } = start();
    stores.passes.getState().choose(['elsewhere']);
    await stepToPass(app, 1);
    const draw = async () => {
      stores.results.getState().setFilter({ minConfidence: 0.9 });
      leavePassSteps(app);
      return succeed(new Blob(['png']));
    };
    expect(await savePassPictures(app, { ...request, draw })).toMatchObject({
      failure: { code: 'conflict' },
    });
    expect(stores.results.getState().filter).toMatchObject({ minConfidence: 0.9 });
    expect(stores.passSteps.getState().steps).toBeNull();
    expect(stores.passes.getState().chosenKeys).toEqual(['elsewhere']);
  });

  it('end as cancelled when the job was cancelled, and show what was shown before', async () => {
    const { app, request, calls, stores } = start();
    sending.response = () => Response.json({ kind: 'cancelled', reason: 'It has ended.' });
    expect(await savePassPictures(app, request)).toEqual(succeed(null));
    expect(sent).toHaveLength(1);
    expect(calls).toEqual(['cancel']);
    expect(stores.results.getState().filter).toEqual({ minConfidence: 0.5 });
  });

  it('are not saved under another filter, and the job ends', async () => {
    const { app, request, calls, stores } = start();
    const draw = async () => {
      stores.passSteps.getState().setSteps(null);
      return succeed(new Blob(['png']));
    };
    expect(await savePassPictures(app, { ...request, draw })).toMatchObject({
      failure: { code: 'conflict' },
    });
    expect(sent).toEqual([]);
    expect(calls).toEqual(['cancel']);
  });

  it('fail where no pass shows the view, and where one cannot be drawn', async () => {
    const none = start([]);
    expect(await savePassPictures(none.app, none.request)).toMatchObject({ failure: { code: 'not-found' } });
    const { app, request, calls } = start();
    const draw = async () => fail('too-large', 'Too large.');
    expect(await savePassPictures(app, { ...request, draw })).toMatchObject({
      failure: { code: 'too-large' },
    });
    expect(calls).toEqual(['cancel']);
  });
});

it('names of passes of one second, and of those without a time, are numbered and sort in their order', () => {
  const time = Date.UTC(2026, 10, 20, 1, 2, 3, 400);
  const names = passPictureNames(
    [time, time + 10, time + 1000, null, null].map((startedAt) => ({ startedAt })),
  );
  expect(names).toEqual([
    '2026-11-20T01-02-03Z.png',
    '2026-11-20T01-02-03Z_2.png',
    '2026-11-20T01-02-04Z.png',
    'without-time.png',
    'without-time_2.png',
  ]);
  expect(names.toSorted()).toEqual(names);
});
