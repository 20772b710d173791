import { fail, type Result, succeed } from '../../../shared/result.ts';
import type {
  AllReviews,
  ChannelAnswer,
  ChannelName,
  FeedSource,
  FeedSummary,
  LoadedDetections,
  WorkerAnswer,
  WorkerRequest,
} from './detections-messages.ts';
import { type PackedDetections, toPacked } from './packed-detections.ts';

/** What comes from the worker. */
export type DetectionsSourceEvents = {
  /** The words of what is `loaded` soon, unless something else is loaded before. */
  coming(words: PackedDetections['words']): void;
  loaded(loaded: LoadedDetections): void;
  /** A channel of what was loaded last. */
  channel(name: ChannelName, answer: ChannelAnswer): void;
  /** How what was loaded last is reviewed. */
  reviews(reviews: Result<AllReviews>): void;
  /** The worker has fallen over. */
  failed(message: string): void;
};

/**
 * Loads, packs and filters detections in a worker, so that neither the feed's megabytes nor the sorting touch the
 * page's thread. The worker keeps the order of what it packed; masks and values are asked for, and put in it, there.
 */
export class DetectionsSource {
  readonly #worker = new Worker(new URL('./detections-worker.ts', import.meta.url), { type: 'module' });
  readonly #events: DetectionsSourceEvents;
  #ticket = 0;
  /** The load that is drawn; a forgotten one is not. */
  #shownLoad = 0;
  #waiting: {
    readonly ticket: number;
    /** As soon as they are there. */
    words?: PackedDetections['words'];
    settle(result: Result<FeedSummary>): void;
  } | null = null;

  constructor(events: DetectionsSourceEvents) {
    this.#events = events;
    this.#worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => this.#take(data);
    this.#worker.onerror = ({ message }) => {
      this.#settle(fail('server-error', message));
      events.failed(message);
    };
  }

  /** Loads a feed; answers once it was told by `loaded`. A newer load takes its place. */
  load(source: FeedSource): Promise<Result<FeedSummary>> {
    this.#settle(fail('cancelled', 'The detections are being loaded anew.'));
    const ticket = this.#send((next) => ({ kind: 'load', ticket: next, source }));
    return new Promise((settle) => {
      this.#waiting = { ticket, settle };
    });
  }

  /** What is being loaded is not told any more. */
  forget(): void {
    this.#settle(fail('cancelled', 'The detections are not wanted any more.'));
    this.#shownLoad = 0;
  }

  /** Sets where a channel comes from, now and with every load; its ticket, by which the answer can be known. */
  setChannel(channel: ChannelName, urls: readonly string[]): number {
    return this.#send((ticket) => ({ kind: 'channel', ticket, channel, urls }));
  }

  /** Asks how the detections are reviewed, at an address; told by `reviews`. */
  askReviews(url: string): void {
    this.#send((ticket) => ({ kind: 'reviews', ticket, url }));
  }

  dispose(): void {
    this.#worker.terminate();
  }

  #send(request: (ticket: number) => WorkerRequest): number {
    this.#ticket += 1;
    const message = request(this.#ticket);
    const isGiven = message.kind === 'load' && typeof message.source !== 'string';
    this.#worker.postMessage(message, isGiven ? [message.source as ArrayBuffer] : []);
    return this.#ticket;
  }

  #take(answer: WorkerAnswer): void {
    switch (answer.kind) {
      case 'words':
        if (answer.ticket !== this.#waiting?.ticket) return;
        this.#waiting.words = answer.words;
        this.#events.coming(answer.words);
        return;
      case 'loaded':
        if (answer.ticket !== this.#waiting?.ticket || !this.#waiting.words) return;
        this.#shownLoad = answer.ticket;
        this.#events.loaded({ ...answer.loaded, packed: toPacked(this.#waiting.words, answer) });
        this.#settle(succeed(answer.loaded.feed));
        return;
      case 'failed':
        if (answer.ticket === this.#waiting?.ticket) this.#settle({ ok: false, failure: answer.failure });
        return;
      case 'channel':
        if (answer.load === this.#shownLoad) this.#events.channel(answer.channel, answer.answer);
        return;
      case 'reviews':
        if (answer.load === this.#shownLoad) this.#events.reviews(answer.reviews);
    }
  }

  #settle(result: Result<FeedSummary>): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.settle(result);
  }
}
