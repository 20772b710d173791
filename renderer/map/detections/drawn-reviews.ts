import type { Result } from '../../../shared/result.ts';
import type { ReviewsChange } from '../../../shared/review/review-flags.ts';
import type { AllReviews, LoadedDetections } from './detections-messages.ts';
import { flaggedPlaces, type PackedDetections } from './packed-detections.ts';
import { flaggedAfter, putAllReviews, putReviews } from './review-bytes.ts';
import { ReviewsTold } from './reviews-told.ts';

/** What becomes of changed reviews. */
type DrawnReviewsEvents = {
  /** How all detections are reviewed is to be asked for. */
  ask(url: string): void;
  /** The packed detections have changed: at these places, ascending, or with null anywhere. */
  redraw(places: Uint32Array | null): void;
  problem(message: string): void;
};

const nobody = new Uint32Array(0);

/** Keeps the reviews in the packed detections as they stand, without another feed. */
export class DrawnReviews {
  readonly #events: DrawnReviewsEvents;
  readonly #told = new ReviewsTold();
  #packed: PackedDetections | null = null;
  #flagged: Uint32Array = nobody;
  /** Where all reviews can be asked for. */
  #url = '';

  constructor(events: DrawnReviewsEvents) {
    this.#events = events;
  }

  /** Places of the flagged ones, ascending. */
  get flagged(): Uint32Array {
    return this.#flagged;
  }

  /** A feed is on its way until this promise settles. */
  during<T>(load: Promise<T>): Promise<T> {
    this.#told.beginLoad();
    return load.finally(() => this.#told.endLoad());
  }

  /** Another feed is drawn; what was told since its loading began is put into it. */
  show({ packed, flagged, feed }: LoadedDetections): void {
    this.#packed = packed;
    this.#flagged = flagged;
    for (const change of this.#told.loaded(feed.reviews)) this.take(change, this.#url);
  }

  clear(): void {
    this.#packed = null;
    this.#flagged = nobody;
  }

  /** Puts a change in; `url` tells of all reviews, should it not follow the last one. */
  take(change: ReviewsChange, url: string): void {
    this.#url = url;
    const packed = this.#packed;
    const step = this.#told.take(change);
    if (!packed || step === 'known') return;
    if (step === 'ask' || change.flags === null) {
      this.#events.ask(url);
      return;
    }
    const places = putReviews(packed, change.flags);
    if (places.length === 0) return;
    this.#flagged = flaggedAfter(packed, this.#flagged, places);
    this.#events.redraw(places);
  }

  /** Puts in what was asked for. */
  takeAll(reviews: Result<AllReviews>): void {
    const packed = this.#packed;
    if (!packed) return;
    if (!reviews.ok) {
      this.#events.problem(`Reviews on the map are not up to date: ${reviews.failure.message}`);
      return;
    }
    const { version, flags } = reviews.value;
    if (!this.#told.takeAll(version) || !putAllReviews(packed, flags)) return;
    this.#flagged = flaggedPlaces(packed);
    this.#events.redraw(null);
  }
}
