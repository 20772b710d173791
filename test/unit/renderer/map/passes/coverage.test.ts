import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Coverage } from '../../../../../renderer/map/passes/coverage.ts';
import type {
  CoverageRequest,
  CoverageResponse,
  CoverageState,
} from '../../../../../renderer/map/passes/coverage-messages.ts';
import type { BoundingBox } from '../../../../../shared/geo/geometry.ts';

/** The requests to the worker of the coverage, and how it responds to the last one. */
class StubWorker {
  static last: StubWorker;
  readonly requests: CoverageRequest[] = [];
  onmessage: ((event: { data: CoverageResponse }) => void) | null = null;

  constructor() {
    StubWorker.last = this;
  }

  postMessage(request: CoverageRequest): void {
    this.requests.push(request);
  }

  terminate(): void {}

  respondToLoad(images: number): void {
    const request = this.requests.at(-1);
    if (request?.kind !== 'load') throw new Error('The last request is not to load.');
    this.onmessage?.({ data: { kind: 'loaded', ticket: request.ticket, images } });
  }

  failToLoad(): void {
    const request = this.requests.at(-1);
    if (request?.kind !== 'load') throw new Error('The last request is not to load.');
    this.onmessage?.({ data: { kind: 'failed', ticket: request.ticket, message: 'No connection.' } });
  }

  respondToCount(): void {
    const request = this.requests.at(-1);
    if (request?.kind !== 'count') throw new Error('The last request is not to count.');
    const { grid, ticket } = request;
    const cells = grid.rows * grid.columns;
    const counts = { grid, counts: new Uint32Array(cells), last: new Float64Array(cells), max: 3 };
    this.onmessage?.({ data: { kind: 'counted', ticket, counts } });
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
function startShown() {
  const states: CoverageState[] = [];
  const coverage = new Coverage({ state: (state) => states.push(state) });
  coverage.setView(here, world);
  coverage.load('/first');
  const worker = StubWorker.last;
  worker.respondToLoad(3);
  worker.respondToCount();
  return { coverage, worker, states };
}

test('a move while the footprints of another filter load does not count those of the former one', () => {
  const { coverage, worker, states } = startShown();
  coverage.load('/second');
  coverage.setView(there, world);
  worker.respondToLoad(7);
  worker.respondToCount();
  expect(states.at(-1)).toMatchObject({ state: 'shown', images: 7 });
});

test('a move after footprints could not be loaded does not show those of the former filter', () => {
  const { coverage, worker, states } = startShown();
  coverage.load('/second');
  worker.failToLoad();
  coverage.setView(there, world);
  expect(worker.requests.at(-1)?.kind).toBe('load');
  expect(states.at(-1)?.state).toBe('failed');
});
