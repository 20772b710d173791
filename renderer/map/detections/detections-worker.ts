import { type Result, succeed } from '../../../shared/result.ts';
import type { DetectionFeed } from '../../../shared/results/detection-feed.ts';
import { decodeFeedReviews } from '../../../shared/results/feed-reviews.ts';
import { decodeFeedValues } from '../../../shared/results/feed-values.ts';
import { decodeMatchMask } from '../../../shared/results/match-mask.ts';
import { fetchFeed, fetchPacked, readFeed } from '../../api/fetch-feed.ts';
import { headingColumn, maskColumn, sizeColumn } from './channel-columns.ts';
import {
  type ChannelAnswer,
  type ChannelColumn,
  type ChannelName,
  channelNames,
  type WorkerAnswer,
  type WorkerRequest,
} from './detections-messages.ts';
import { identifyDetections, sortDetections } from './packed-detections.ts';

type LoadRequest = Extract<WorkerRequest, { kind: 'load' }>;
type ReviewsRequest = Extract<WorkerRequest, { kind: 'reviews' }>;
type ChannelRequest = Extract<WorkerRequest, { kind: 'channel' }>;

/** While results pour in, feed and channels may be of different versions so often in a row before it goes on without. */
const mostAttempts = 3;

// The DOM library types `self` as a window; in a worker it is the worker's own scope.
const scope = self as unknown as Worker;

/** The newest request of each kind; older ones that still wait are left out. */
let wantedLoad = 0;
let wantedReviews = 0;
const wantedChannels: Record<ChannelName, ChannelRequest> = {
  mask: channelOff('mask'),
  size: channelOff('size'),
  heading: channelOff('heading'),
};
/** The feed that the page has, by its load; `order` gives the feed's index at each place of the packed ones. */
let current: { readonly load: number; readonly version: number; readonly order: Uint32Array } | null = null;
let queue = Promise.resolve();

scope.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.kind === 'load') wantedLoad = data.ticket;
  else if (data.kind === 'reviews') wantedReviews = data.ticket;
  else wantedChannels[data.channel] = data;
  queue = queue.then(() => carryOut(data)).catch(rethrow);
};

function carryOut(request: WorkerRequest): Promise<void> {
  switch (request.kind) {
    case 'load':
      return load(request);
    case 'channel':
      return setChannel(request);
    case 'reviews':
      return readReviews(request);
  }
}

async function load({ ticket, source }: LoadRequest): Promise<void> {
  const isAddress = typeof source === 'string';
  for (let attempt = 1; ticket === wantedLoad; attempt += 1) {
    const feed = isAddress ? await fetchFeed(source) : succeed(readFeed(source));
    if (!feed.ok) {
      post({ kind: 'failed', ticket, failure: feed.failure }, []);
      return;
    }
    const requests = channelNames.map((name) => wantedChannels[name]);
    // Asked for before packing, so that the answers come meanwhile.
    const messages = Promise.all(requests.map(fetchChannel));
    const { words, order, placeOf } = sortDetections(feed.value);
    // Told beforehand: the page hands them to the graphics card while the rest is being done here.
    post({ kind: 'words', ticket, words }, [words.buffer]);
    const { ids, byId, flagged } = identifyDetections(feed.value, placeOf);
    const { count, version, reviews, categories } = feed.value;
    const answers = (await messages).map((message, index) =>
      toAnswer(requests[index] as ChannelRequest, message, version, order),
    );
    if (answers.some(({ outcome }) => outcome.state === 'behind') && attempt < mostAttempts && isAddress)
      continue;
    current = { load: ticket, version, order };
    const [mask, size, heading] = answers as [ChannelAnswer, ChannelAnswer, ChannelAnswer];
    post(
      {
        kind: 'loaded',
        ticket,
        ids,
        byId,
        loaded: {
          feed: { count, version, reviews, categories },
          flagged,
          channels: { mask, size, heading },
        },
      },
      [ids.buffer, byId.buffer, flagged.buffer, ...answers.flatMap(bufferOf)],
    );
    release(feed.value.id.buffer as ArrayBuffer);
    return;
  }
}

async function setChannel(request: ChannelRequest): Promise<void> {
  if (!current || request !== wantedChannels[request.channel]) return;
  const { load, version, order } = current;
  const answer = toAnswer(request, await fetchChannel(request), version, order);
  post({ kind: 'channel', channel: request.channel, answer, load }, bufferOf(answer));
}

async function readReviews({ ticket, url }: ReviewsRequest): Promise<void> {
  if (!current || ticket !== wantedReviews) return;
  const { load, version, order } = current;
  const read = await fetchPacked(url, decodeFeedReviews);
  if (!read.ok) {
    post({ kind: 'reviews', load, reviews: read }, []);
    return;
  }
  if (read.value.version !== version) return;
  const flags = new Uint8Array(order.length);
  for (let place = 0; place < order.length; place++) {
    flags[place] = read.value.flags[order[place] as number] as number;
  }
  post({ kind: 'reviews', load, reviews: succeed({ version: read.value.reviews, flags }) }, [flags.buffer]);
}

/** What the main process says for one channel: its version, and how to put it in order. */
type ChannelMessage = {
  readonly version: number;
  readonly toColumn: (order: Uint32Array) => ChannelColumn;
};

async function fetchChannel({ channel, urls }: ChannelRequest): Promise<Result<ChannelMessage> | null> {
  if (urls.length === 0) return null;
  if (channel === 'mask') {
    const mask = await fetchPacked(urls[0] as string, decodeMatchMask);
    if (!mask.ok) return mask;
    return succeed({ version: mask.value.version, toColumn: (order) => maskColumn(mask.value, order) });
  }
  const results = await Promise.all(urls.map((url) => fetchPacked(url, decodeFeedValues)));
  const columns: Float32Array[] = [];
  const versions = new Set<number>();
  for (const result of results) {
    if (!result.ok) return result;
    columns.push(result.value.values);
    versions.add(result.value.version);
  }
  const toColumn = channel === 'size' ? sizeColumn : headingColumn;
  // Columns of different versions are of no use together; no feed has version −1.
  const [version = -1] = versions.size === 1 ? versions : [];
  return succeed({ version, toColumn: (order) => toColumn(columns, order) });
}

function toAnswer(
  { ticket }: ChannelRequest,
  message: Result<ChannelMessage> | null,
  version: DetectionFeed['version'],
  order: Uint32Array,
): ChannelAnswer {
  if (message === null) return { ticket, outcome: { state: 'off' } };
  if (!message.ok) return { ticket, outcome: { state: 'failed', failure: message.failure } };
  if (message.value.version !== version) return { ticket, outcome: { state: 'behind' } };
  return { ticket, outcome: { state: 'ready', column: message.value.toColumn(order) } };
}

function bufferOf({ outcome }: ChannelAnswer): ArrayBuffer[] {
  return outcome.state === 'ready' ? [outcome.column.bytes.buffer] : [];
}

function channelOff(channel: ChannelName): ChannelRequest {
  return { kind: 'channel', ticket: 0, channel, urls: [] };
}

/**
 * Frees megabytes at once that otherwise wait for a garbage collector which has no reason to run. `transfer(0)` does
 * not do it for a buffer that came by fetch or message; a port that is closed drops what it was sent.
 */
function release(buffer: ArrayBuffer): void {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(null, [buffer]);
  port1.close();
  port2.close();
}

function post(answer: WorkerAnswer, transfer: Transferable[]): void {
  scope.postMessage(answer, transfer);
}

/** A rejected promise of a worker reaches nobody; an exception is told to the page. */
function rethrow(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
