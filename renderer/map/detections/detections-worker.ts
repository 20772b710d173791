import { type Result, succeed } from '../../../shared/result.ts';
import type { DetectionFeed } from '../../../shared/results/detection-feed.ts';
import { decodeFeedColors } from '../../../shared/results/feed-colors.ts';
import { decodeFeedReviews } from '../../../shared/results/feed-reviews.ts';
import { decodeFeedValues } from '../../../shared/results/feed-values.ts';
import { decodeMatchMask } from '../../../shared/results/match-mask.ts';
import { decodeFeedBuffer, fetchBinary, fetchFeed } from '../fetch-feed.ts';
import { colorColumn, headingColumn, maskColumn, sizeColumn } from './channel-columns.ts';
import {
  type ChannelColumn,
  type ChannelName,
  type ChannelResponse,
  channelNames,
  type WorkerRequest,
  type WorkerResponse,
} from './detections-messages.ts';
import { identifyDetections, sortDetections } from './packed-detections.ts';

type LoadRequest = Extract<WorkerRequest, { kind: 'load' }>;
type ReviewsRequest = Extract<WorkerRequest, { kind: 'reviews' }>;
type ChannelRequest = Extract<WorkerRequest, { kind: 'channel' }>;

/** Number of attempts to load feed and channels of the same version while results are being fetched. */
const maxAttempts = 3;

// The DOM library types `self` as a window; in a worker it is the worker's global scope.
const scope = self as unknown as Worker;

/** The newest request of each kind; older ones in the queue are skipped. */
let latestLoad = 0;
let latestReviews = 0;
const latestChannels: Record<ChannelName, ChannelRequest> = {
  mask: channelOff('mask'),
  size: channelOff('size'),
  heading: channelOff('heading'),
  color: channelOff('color'),
};
/** The feed that the page has, by its load; `order` gives the feed's index at each slot of the packed ones. */
let current: { readonly load: number; readonly version: number; readonly order: Uint32Array } | null = null;
let queue = Promise.resolve();

scope.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.kind === 'load') latestLoad = data.ticket;
  else if (data.kind === 'reviews') latestReviews = data.ticket;
  else latestChannels[data.channel] = data;
  queue = queue.then(() => handleRequest(data)).catch(rethrow);
};

function handleRequest(request: WorkerRequest): Promise<void> {
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
  for (let attempt = 1; ticket === latestLoad; attempt += 1) {
    const feed = isAddress ? await fetchFeed(source) : succeed(decodeFeedBuffer(source));
    if (!feed.ok) {
      post({ kind: 'failed', ticket, failure: feed.failure }, []);
      return;
    }
    const requests = channelNames.map((name) => latestChannels[name]);
    // Requested before packing, so that the responses arrive in the meantime.
    const messages = Promise.all(requests.map(fetchChannel));
    const { words, order, slotOf } = sortDetections(feed.value);
    // Sent first: the page uploads them to the graphics card while the rest is computed here.
    post({ kind: 'words', ticket, words }, [words.buffer]);
    const { ids, byId, flagged } = identifyDetections(feed.value, slotOf);
    const { count, version, reviewsVersion: reviews, categories } = feed.value;
    const responses = (await messages).map((message, index) =>
      toResponse(requests[index] as ChannelRequest, message, version, order),
    );
    if (responses.some(({ outcome }) => outcome.state === 'outdated') && attempt < maxAttempts && isAddress)
      continue;
    current = { load: ticket, version, order };
    const [mask, size, heading, color] = responses as [
      ChannelResponse,
      ChannelResponse,
      ChannelResponse,
      ChannelResponse,
    ];
    post(
      {
        kind: 'loaded',
        ticket,
        ids,
        byId,
        loaded: {
          feed: { count, version, reviews, categories },
          flagged,
          channels: { mask, size, heading, color },
        },
      },
      [ids.buffer, byId.buffer, flagged.buffer, ...responses.flatMap(bufferOf)],
    );
    release(feed.value.id.buffer as ArrayBuffer);
    return;
  }
}

async function setChannel(request: ChannelRequest): Promise<void> {
  if (!current || request !== latestChannels[request.channel]) return;
  const { load, version, order } = current;
  const response = toResponse(request, await fetchChannel(request), version, order);
  post({ kind: 'channel', channel: request.channel, response, load }, bufferOf(response));
}

async function readReviews({ ticket, url }: ReviewsRequest): Promise<void> {
  if (!current || ticket !== latestReviews) return;
  const { load, version, order } = current;
  const read = await fetchBinary(url, decodeFeedReviews);
  if (!read.ok) {
    post({ kind: 'reviews', load, reviews: read }, []);
    return;
  }
  if (read.value.version !== version) return;
  const flags = new Uint8Array(order.length);
  for (let slot = 0; slot < order.length; slot++) {
    flags[slot] = read.value.flags[order[slot] as number] as number;
  }
  post({ kind: 'reviews', load, reviews: succeed({ version: read.value.reviewsVersion, flags }) }, [
    flags.buffer,
  ]);
}

/** A decoded response for one channel: its version, and a function that converts it to a column. */
type ChannelMessage = {
  readonly version: number;
  readonly toColumn: (order: Uint32Array) => ChannelColumn;
};

async function fetchChannel({ channel, urls }: ChannelRequest): Promise<Result<ChannelMessage> | null> {
  if (urls.length === 0) return null;
  if (channel === 'mask') {
    const mask = await fetchBinary(urls[0] as string, decodeMatchMask);
    if (!mask.ok) return mask;
    return succeed({ version: mask.value.version, toColumn: (order) => maskColumn(mask.value, order) });
  }
  if (channel === 'color') {
    const colors = await fetchBinary(urls[0] as string, (message) =>
      decodeFeedColors(message, (bytes) => new TextDecoder().decode(bytes)),
    );
    if (!colors.ok) return colors;
    return succeed({ version: colors.value.version, toColumn: (order) => colorColumn(colors.value, order) });
  }
  const results = await Promise.all(urls.map((url) => fetchBinary(url, decodeFeedValues)));
  const columns: Float32Array[] = [];
  const versions = new Set<number>();
  for (const result of results) {
    if (!result.ok) return result;
    columns.push(result.value.values);
    versions.add(result.value.version);
  }
  const toColumn = channel === 'size' ? sizeColumn : headingColumn;
  // Columns of different versions cannot be combined; no feed has version −1.
  const [version = -1] = versions.size === 1 ? versions : [];
  return succeed({ version, toColumn: (order) => toColumn(columns, order) });
}

function toResponse(
  { ticket }: ChannelRequest,
  message: Result<ChannelMessage> | null,
  version: DetectionFeed['version'],
  order: Uint32Array,
): ChannelResponse {
  if (message === null) return { ticket, outcome: { state: 'off' } };
  if (!message.ok) return { ticket, outcome: { state: 'failed', failure: message.failure } };
  if (message.value.version !== version) return { ticket, outcome: { state: 'outdated' } };
  return { ticket, outcome: { state: 'ready', column: message.value.toColumn(order) } };
}

function bufferOf({ outcome }: ChannelResponse): ArrayBuffer[] {
  return outcome.state === 'ready' ? [outcome.column.bytes.buffer] : [];
}

function channelOff(channel: ChannelName): ChannelRequest {
  return { kind: 'channel', ticket: 0, channel, urls: [] };
}

/**
 * Frees a large buffer at once instead of at the next garbage collection. `transfer(0)` does not free a buffer from
 * fetch or a message, so it is sent to a closed port, which drops it.
 */
function release(buffer: ArrayBuffer): void {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(null, [buffer]);
  port1.close();
  port2.close();
}

function post(response: WorkerResponse, transfer: Transferable[]): void {
  scope.postMessage(response, transfer);
}

/** A rejected promise in a worker is not reported to the page; an exception is. */
function rethrow(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
