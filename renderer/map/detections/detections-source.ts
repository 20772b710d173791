import { fail, type Result, succeed } from '../../../shared/result.ts';
import type {
  AllReviews,
  ChannelName,
  ChannelResponse,
  FeedSource,
  FeedSummary,
  LoadedDetections,
  WorkerRequest,
  WorkerResponse,
} from './detections-messages.ts';
import { type PackedDetections, toPacked } from './packed-detections.ts';

/** Events of the worker. */
export type DetectionsSourceEvents = {
  /** The words of a load that will be `loaded` soon, unless it is replaced. */
  wordsReceived(words: PackedDetections['words']): void;
  loaded(loaded: LoadedDetections): void;
  /** A channel of the current load. */
  channel(name: ChannelName, response: ChannelResponse): void;
  /** All reviews of the current load. */
  reviews(reviews: Result<AllReviews>): void;
  /** The worker has failed. */
  failed(message: string): void;
};

/**
 * Loads, packs and filters detections in a worker (decision 25), so that neither downloading nor sorting blocks the
 * page. The worker stores the order of the packed detections; it also fetches masks and values and reorders them
 * accordingly.
 */
export class DetectionsSource {
  readonly #worker = new Worker(new URL('./detections-worker.ts', import.meta.url), { type: 'module' });
  readonly #events: DetectionsSourceEvents;
  #ticket = 0;
  /** The ticket of the load that is drawn; 0 for none. */
  #shownLoad = 0;
  #waiting: {
    readonly ticket: number;
    /** Set once they have been received. */
    words?: PackedDetections['words'];
    settle(result: Result<FeedSummary>): void;
  } | null = null;

  constructor(events: DetectionsSourceEvents) {
    this.#events = events;
    this.#worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => this.#handle(data);
    this.#worker.onerror = ({ message }) => {
      this.#settle(fail('server-error', message));
      events.failed(message);
    };
  }

  /** Loads a feed; resolves after `loaded` was called. A newer load replaces it (`cancelled`). */
  load(source: FeedSource): Promise<Result<FeedSummary>> {
    this.#settle(fail('cancelled', 'The detections are being loaded anew.'));
    const ticket = this.#send((next) => ({ kind: 'load', ticket: next, source }));
    return new Promise((settle) => {
      this.#waiting = { ticket, settle };
    });
  }

  /** Cancels the running load and drops the current one. */
  cancelLoad(): void {
    this.#settle(fail('cancelled', 'The load was cancelled.'));
    this.#shownLoad = 0;
  }

  /** Sets the URLs of a channel, now and for every load. Returns the ticket of the response. */
  setChannel(channel: ChannelName, urls: readonly string[]): number {
    return this.#send((ticket) => ({ kind: 'channel', ticket, channel, urls }));
  }

  /** Requests all reviews from a URL; `reviews` is called with them. */
  requestReviews(url: string): void {
    this.#send((ticket) => ({ kind: 'reviews', ticket, url }));
  }

  dispose(): void {
    this.#worker.terminate();
  }

  #send(request: (ticket: number) => WorkerRequest): number {
    this.#ticket += 1;
    const message = request(this.#ticket);
    const isTransferred = message.kind === 'load' && typeof message.source !== 'string';
    this.#worker.postMessage(message, isTransferred ? [message.source as ArrayBuffer] : []);
    return this.#ticket;
  }

  #handle(response: WorkerResponse): void {
    switch (response.kind) {
      case 'words':
        if (response.ticket !== this.#waiting?.ticket) return;
        this.#waiting.words = response.words;
        this.#events.wordsReceived(response.words);
        return;
      case 'loaded':
        if (response.ticket !== this.#waiting?.ticket || !this.#waiting.words) return;
        this.#shownLoad = response.ticket;
        this.#events.loaded({ ...response.loaded, packed: toPacked(this.#waiting.words, response) });
        this.#settle(succeed(response.loaded.feed));
        return;
      case 'failed':
        if (response.ticket === this.#waiting?.ticket) this.#settle({ ok: false, failure: response.failure });
        return;
      case 'channel':
        if (response.load === this.#shownLoad) this.#events.channel(response.channel, response.response);
        return;
      case 'reviews':
        if (response.load === this.#shownLoad) this.#events.reviews(response.reviews);
    }
  }

  #settle(result: Result<FeedSummary>): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.settle(result);
  }
}
