import type { Result } from '../../../shared/result.ts';
import type { ReviewFlagsChange } from '../../../shared/review/review-flags.ts';
import type { AllReviews, LoadedDetections } from './detections-messages.ts';
import { flaggedSlots, type PackedDetections } from './packed-detections.ts';
import { updateFlaggedSlots, writeAllReviewFlags, writeReviewFlags } from './review-bytes.ts';
import { ReviewVersionTracker } from './review-version-tracker.ts';

/** Effects of changed reviews. */
type DrawnReviewsEvents = {
  /** All reviews must be requested from a URL. */
  requestAll(url: string): void;
  /** The packed detections have changed: at these slots, ascending, or with null anywhere. */
  redraw(slots: Uint32Array | null): void;
  /** Why the drawn reviews are not up to date; null when they are again. */
  problem(message: string | null): void;
};

const noSlots = new Uint32Array(0);

/** Updates the reviews in the packed detections without loading another feed. */
export class DrawnReviews {
  readonly #events: DrawnReviewsEvents;
  readonly #versions = new ReviewVersionTracker();
  #packed: PackedDetections | null = null;
  #flagged: Uint32Array = noSlots;
  /** The URL of all reviews. */
  #url = '';
  #hasProblem = false;

  constructor(events: DrawnReviewsEvents) {
    this.#events = events;
  }

  /** Slots of the flagged ones, ascending. */
  get flagged(): Uint32Array {
    return this.#flagged;
  }

  /** Tracks that a feed is being loaded until this promise settles. */
  trackLoad<T>(load: Promise<T>): Promise<T> {
    this.#versions.startLoad();
    return load.finally(() => this.#versions.endLoad());
  }

  /** Another feed is drawn; changes since its loading started are applied to it. */
  show({ packed, flagged, feed }: LoadedDetections): void {
    this.#packed = packed;
    this.#flagged = flagged;
    this.#endProblem();
    for (const change of this.#versions.setLoadedVersion(feed.reviews)) this.apply(change, this.#url);
  }

  clear(): void {
    this.#packed = null;
    this.#flagged = noSlots;
    this.#endProblem();
  }

  /** Applies a change; `url` serves all reviews, in case changes were missed. */
  apply(change: ReviewFlagsChange, url: string): void {
    this.#url = url;
    const packed = this.#packed;
    const step = this.#versions.accept(change);
    if (!packed || step === 'known') return;
    if (step === 'refetch' || change.flags === null) {
      this.#events.requestAll(url);
      return;
    }
    const slots = writeReviewFlags(packed, change.flags);
    if (slots.length === 0) return;
    this.#flagged = updateFlaggedSlots(packed, this.#flagged, slots);
    this.#events.redraw(slots);
  }

  /** Applies all reviews. */
  applyAll(reviews: Result<AllReviews>): void {
    const packed = this.#packed;
    if (!packed) return;
    if (!reviews.ok) {
      this.#hasProblem = true;
      this.#events.problem(`Reviews on the map are not up to date: ${reviews.failure.message}`);
      return;
    }
    this.#endProblem();
    const { version, flags } = reviews.value;
    if (!this.#versions.acceptAll(version) || !writeAllReviewFlags(packed, flags)) return;
    this.#flagged = flaggedSlots(packed);
    this.#events.redraw(null);
  }

  #endProblem(): void {
    if (!this.#hasProblem) return;
    this.#hasProblem = false;
    this.#events.problem(null);
  }
}
