import type { Result } from '../../../shared/result.ts';
import { type ReviewFlagsChange, reviewFlagBits } from '../../../shared/review/review-flags.ts';
import type { AllReviews, LoadedDetections } from './detections-messages.ts';
import {
  bytesPerDetection,
  flaggedBit,
  flaggedSlots,
  type PackedDetections,
  slotOfId,
} from './packed-detections.ts';

/** Effects of changed reviews. */
type DrawnReviewsEvents = {
  /** All reviews must be requested from a URL. */
  requestAll(url: string): void;
  /** The packed detections have changed: at these slots, ascending, or with null anywhere. */
  redraw(slots: Uint32Array | null): void;
  /** Reason why the drawn reviews are not up to date; null when they are again. */
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

/** Offset of the flags in the bytes of a detection. */
const flagsByte = 14;

/** Writes changed reviews into the packed detections. Returns the slots that changed, ascending. */
export function writeReviewFlags(
  packed: PackedDetections,
  changes: NonNullable<ReviewFlagsChange['flags']>,
): Uint32Array {
  const slots: number[] = [];
  for (const { id, flags } of changes) {
    const slot = slotOfId(packed, id);
    if (slot !== undefined && writeFlags(packed, slot, flags)) slots.push(slot);
  }
  return Uint32Array.from(new Set(slots)).sort();
}

/** Writes all reviews; `flags` has a byte for each slot. Returns whether any changed. */
export function writeAllReviewFlags(packed: PackedDetections, flags: Uint8Array): boolean {
  let isChanged = false;
  for (let slot = 0; slot < packed.count; slot++) {
    if (writeFlags(packed, slot, flags[slot] as number)) isChanged = true;
  }
  return isChanged;
}

function writeFlags({ bytes }: PackedDetections, slot: number, flags: number): boolean {
  const at = slot * bytesPerDetection + flagsByte;
  const former = bytes[at] as number;
  const next = (former & ~reviewFlagBits) | (flags & reviewFlagBits);
  bytes[at] = next;
  return next !== former;
}

/** Updates the slots of flagged detections after the detections at `changed` slots have changed; all ascending. */
export function updateFlaggedSlots(
  { bytes }: PackedDetections,
  flagged: Uint32Array,
  changed: Uint32Array,
): Uint32Array {
  const isFlagged = (slot: number) =>
    ((bytes[slot * bytesPerDetection + flagsByte] as number) & flaggedBit) !== 0;
  const now = changed.filter(isFlagged);
  const merged = new Uint32Array(flagged.length + now.length);
  let [filled, next, at] = [0, 0, 0];
  for (const slot of flagged) {
    while (at < changed.length && (changed[at] as number) < slot) at += 1;
    if (changed[at] === slot) continue;
    while (next < now.length && (now[next] as number) < slot) {
      merged[filled] = now[next] as number;
      filled += 1;
      next += 1;
    }
    merged[filled] = slot;
    filled += 1;
  }
  merged.set(now.subarray(next), filled);
  return merged.slice(0, filled + now.length - next);
}

/**
 * Tracks the version of the reviews in the drawn detections. Changes that arrive while a feed is loading are retained:
 * the feed may or may not include them.
 */
export class ReviewVersionTracker {
  #version = 0;
  #loads = 0;
  #changesWhileLoading: ReviewFlagsChange[] = [];

  /** A load has started. */
  startLoad(): void {
    this.#loads += 1;
  }

  /** A load has finished, failed, or was cancelled. */
  endLoad(): void {
    this.#loads -= 1;
    if (this.#loads === 0) this.#changesWhileLoading = [];
  }

  /** Sets the version of the loaded feed. Returns the changes since its loading started. */
  setLoadedVersion(version: number): readonly ReviewFlagsChange[] {
    this.#version = version;
    return this.#changesWhileLoading;
  }

  /**
   * Classifies a change: already included, next in order, or all reviews must be refetched because changes were
   * missed.
   */
  accept(change: ReviewFlagsChange): 'known' | 'next' | 'refetch' {
    if (this.#loads > 0 && !this.#changesWhileLoading.includes(change))
      this.#changesWhileLoading.push(change);
    if (change.version <= this.#version) return 'known';
    if (change.flags === null || change.previousVersion > this.#version) return 'refetch';
    this.#version = change.version;
    return 'next';
  }

  /** All reviews of a version were received; false when later ones are known already. */
  acceptAll(version: number): boolean {
    if (version < this.#version) return false;
    this.#version = version;
    return true;
  }
}
