import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Detections } from '../../../../../renderer/map/detections/detections.ts';
import {
  type ChannelColumn,
  type ChannelName,
  type ChannelResponse,
  channelNames,
  type LoadedDetections,
  type WorkerRequest,
  type WorkerResponse,
} from '../../../../../renderer/map/detections/detections-messages.ts';
import type { ChannelState } from '../../../../../renderer/map/map-types.ts';
import { detectionFeed } from '../../../../builders/detection-feed.ts';
import { packDetections } from '../../../../builders/packed-detections.ts';

/** A worker that responds when the test triggers it. */
class FakeWorker {
  static latest: FakeWorker;
  onmessage: (event: { data: WorkerResponse }) => void = () => undefined;
  readonly requests: WorkerRequest[] = [];
  constructor() {
    FakeWorker.latest = this;
  }
  postMessage(request: WorkerRequest): void {
    this.requests.push(request);
  }
  terminate(): void {}
}

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('document', {
    createElement: () => ({ style: {}, addEventListener: () => undefined, append: () => undefined }),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const off = { ticket: 0, outcome: { state: 'off' } } as const;

/** Detections with a drawn feed of two, the states of its channels, and a way to respond to the latest request. */
function drawDetections() {
  const states: Partial<Record<ChannelName, ChannelState>> = {};
  const detections = new Detections({
    packed: () => undefined,
    channel: (name, state) => {
      states[name] = state;
    },
    nearby: () => undefined,
    closeUp: () => undefined,
    reviewed: () => undefined,
    density: () => undefined,
    problem: () => undefined,
    reviewsProblem: () => undefined,
  });
  const worker = FakeWorker.latest;
  const latestTicket = () => worker.requests.at(-1)?.ticket ?? 0;
  let load = 0;
  const startLoad = () => {
    void detections.load('feed');
    load = latestTicket();
  };
  const endLoad = (channels: Partial<LoadedDetections['channels']>) => {
    const columns = detectionFeed([
      { id: 1, longitude: 30, latitude: 40 },
      { id: 2, longitude: 31, latitude: 40 },
    ]);
    const { packed, flagged } = packDetections(columns);
    const { words, ids, byId } = packed;
    const feed = { count: 2, version: 1, reviews: 0, categories: columns.categories };
    const all = { mask: off, size: off, heading: off, color: off, ...channels };
    worker.onmessage({ data: { kind: 'words', ticket: load, words } });
    worker.onmessage({
      data: { kind: 'loaded', ticket: load, ids, byId, loaded: { feed, flagged, channels: all } },
    });
  };
  const respond = (channel: ChannelName, response: ChannelResponse) =>
    worker.onmessage({ data: { kind: 'channel', channel, response, load } });
  /** Effect of the columns: the colors, the sizes, and which slots pass. */
  const columns = () => {
    const drawn = detections.drawnWithPalette();
    return { colors: drawn?.colors, sizes: drawn?.sizes, matches: drawn && [0, 1].map(drawn.matches) };
  };
  startLoad();
  endLoad({});
  return { detections, states, latestTicket, startLoad, endLoad, respond, columns };
}

const ready = (ticket: number): ChannelResponse => {
  const column: ChannelColumn = { bytes: new Uint8Array([0, 1]), scale: null, count: 1 };
  return { ticket, outcome: { state: 'ready', column } };
};
const plain = { colors: null, sizes: null, matches: [true, true] };

test.each(channelNames)('a %s that arrives after it was turned off is not drawn', (name) => {
  const { detections, states, latestTicket, respond, columns } = drawDetections();
  detections.setChannel(name, ['old']);
  const ticket = latestTicket();
  detections.setChannel(name, []);
  respond(name, ready(ticket));
  respond(name, { ...off, ticket: latestTicket() });
  expect(columns()).toEqual(plain);
  expect(states[name]).toEqual({ state: 'off' });
});

test('a load that was requested with a mask does not draw it after it was turned off', () => {
  const { detections, latestTicket, startLoad, endLoad, columns } = drawDetections();
  detections.setChannel('mask', ['old']);
  const ticket = latestTicket();
  startLoad();
  detections.setChannel('mask', []);
  endLoad({ mask: ready(ticket) });
  expect(columns()).toEqual(plain);
});

test('colors that could not be loaded are not those of the former field', () => {
  const { detections, states, latestTicket, respond, columns } = drawDetections();
  detections.setChannel('color', ['old']);
  respond('color', ready(latestTicket()));
  expect(columns().colors).toEqual(new Uint8Array([0, 1]));
  detections.setChannel('color', ['new']);
  const failure = { code: 'server-error', message: 'No response.' } as const;
  respond('color', { ticket: latestTicket(), outcome: { state: 'failed', failure } });
  expect(columns()).toEqual(plain);
  expect(states.color).toEqual({ state: 'failed', message: 'No response.' });
});

test('a former mask that arrives is used until the latest one does', () => {
  const { detections, states, latestTicket, respond, columns } = drawDetections();
  detections.setChannel('mask', ['old']);
  const ticket = latestTicket();
  detections.setChannel('mask', ['new']);
  respond('mask', ready(ticket));
  expect(columns().matches).toEqual([false, true]);
  expect(states.mask).toEqual({ state: 'pending' });
});
