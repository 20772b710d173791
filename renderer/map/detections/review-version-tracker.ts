import type { ReviewFlagsChange } from '../../../shared/review/review-flags.ts';

/**
 * Tracks the version of the reviews in the drawn detections. Changes that arrive while a feed is loading are retained:
 * the feed may or may not include them.
 */
export class ReviewVersionTracker {
  #version = 0;
  #loads = 0;
  #meanwhile: ReviewFlagsChange[] = [];

  /** A load has started. */
  startLoad(): void {
    this.#loads += 1;
  }

  /** A load has finished, failed, or was cancelled. */
  endLoad(): void {
    this.#loads -= 1;
    if (this.#loads === 0) this.#meanwhile = [];
  }

  /** Sets the version of the loaded feed. Returns the changes since its loading started. */
  setLoadedVersion(version: number): readonly ReviewFlagsChange[] {
    this.#version = version;
    return this.#meanwhile;
  }

  /**
   * Classifies a change: already included, next in order, or all reviews must be refetched because changes were
   * missed.
   */
  accept(change: ReviewFlagsChange): 'known' | 'next' | 'refetch' {
    if (this.#loads > 0 && !this.#meanwhile.includes(change)) this.#meanwhile.push(change);
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
