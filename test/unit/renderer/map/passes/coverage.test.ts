import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Coverage } from '../../../../../renderer/map/passes/coverage.ts';
import type {
  CoverageRequest,
  CoverageResponse,
  CoverageState,
} from '../../../../../renderer/map/passes/coverage-messages.ts';
import type { WorkerCall, WorkerReply } from '../../../../../renderer/ui/workers/worker-client.ts';
import type { BoundingBox } from '../../../../../shared/geo/geometry.ts';
import { fail, type Result, succeed } from '../../../../../shared/result.ts';

type Call = WorkerCall<CoverageRequest>;

/** The calls of the worker of the coverage, and how it responds to the last one. */
class StubWorker {
  static last: StubWorker;
  readonly calls: Call[] = [];
  onmessage: ((event: { data: WorkerReply<CoverageResponse, number> }) => void) | null = null;

  constructor() {
    StubWorker.last = this;
  }

  postMessage(call: Call): void {
    this.calls.push(call);
  }

  terminate(): void {}

  respondToLoad(images: number): Promise<void> {
    return this.#respond(this.#lastOf('load').call, succeed({ kind: 'loaded', images }));
  }

  failToLoad(): Promise<void> {
    return this.#respond(this.#lastOf('load').call, fail('unreachable', 'No connection.'));
  }

  respondToCount(): Promise<void> {
    const { call, grid } = this.#lastOf('count');
    const cells = grid.rows * grid.columns;
    const counts = { grid, counts: new Uint32Array(cells), last: new Float64Array(cells), max: 3 };
    return this.#respond(call, succeed({ kind: 'counted', counts }));
  }

  reportCount(call: number, progress: number): void {
    this.onmessage?.({ data: { call, progress } });
  }

  #lastOf<Kind extends CoverageRequest['kind']>(kind: Kind) {
    const { call, input } = this.calls.at(-1) as Call;
    if (input.kind !== kind) throw new Error(`The last request is not to ${kind}.`);
    return { call, ...(input as Extract<CoverageRequest, { kind: Kind }>) };
  }

  async #respond(call: number, result: Result<CoverageResponse>): Promise<void> {
    this.onmessage?.({ data: { call, result } });
    await setImmediate();
  }
}

const world = { center: [0, 0], zoom: 3, rotation: 0, scaleDenominator: 1 } as const;
const here: BoundingBox = [-10, -10, 10, 10];
const there: BoundingBox = [-11, -10, 9, 10];

beforeEach(() => {
  vi.stubGlobal('Worker', StubWorker);
  vi.stubGlobal('document', { createElement: () => ({ style: {}, append: () => undefined }) });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A coverage that shows three images of the first filter. */
async function startShown() {
  const states: CoverageState[] = [];
  const coverage = new Coverage({ state: (state) => states.push(state) });
  coverage.setView(here, world);
  coverage.load('/first');
  const worker = StubWorker.last;
  await worker.respondToLoad(3);
  await worker.respondToCount();
  return { coverage, worker, states };
}

test('a move while the footprints of another filter load does not count those of the former one', async () => {
  const { coverage, worker, states } = await startShown();
  coverage.load('/second');
  coverage.setView(there, world);
  await worker.respondToLoad(7);
  await worker.respondToCount();
  expect(states.at(-1)).toMatchObject({ state: 'shown', images: 7 });
});

test('a move after footprints could not be loaded does not show those of the former filter', async () => {
  const { coverage, worker, states } = await startShown();
  coverage.load('/second');
  await worker.failToLoad();
  coverage.setView(there, world);
  expect(worker.calls.at(-1)?.input.kind).toBe('load');
  expect(states.at(-1)?.state).toBe('failed');
});

test('a count states how far it is until a move replaces it, and nothing once it is off', async () => {
  const { coverage, worker, states } = await startShown();
  coverage.setView(there, world);
  const { call } = worker.calls.at(-1) as Call;
  worker.reportCount(call, 2);
  expect(states.at(-1)).toEqual({ state: 'counting', done: 2, images: 3 });
  coverage.setView(here, world);
  const before = states.length;
  worker.reportCount(call, 3);
  expect(states.length).toBe(before);
  coverage.load(null);
  expect(states.at(-1)).toEqual({ state: 'off' });
});
