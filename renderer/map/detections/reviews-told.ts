import type { ReviewsChange } from '../../../shared/review/review-flags.ts';

/**
 * Keeps count of which reviews the drawn detections tell of. A feed may have been read before or after a change that
 * was told while it was on its way; so these are kept until it is there.
 */
export class ReviewsTold {
  #version = 0;
  #loads = 0;
  #meanwhile: ReviewsChange[] = [];

  /** A feed is being loaded from now on. */
  beginLoad(): void {
    this.#loads += 1;
  }

  /** It is there, has failed, or was given up. */
  endLoad(): void {
    this.#loads -= 1;
    if (this.#loads === 0) this.#meanwhile = [];
  }

  /** What is drawn now tells of this version. Returns what was told since its loading began. */
  loaded(version: number): readonly ReviewsChange[] {
    this.#version = version;
    return this.#meanwhile;
  }

  /** What to do about a change: it is in already, it comes next, or others before it were missed or not told. */
  take(change: ReviewsChange): 'known' | 'next' | 'ask' {
    if (this.#loads > 0 && !this.#meanwhile.includes(change)) this.#meanwhile.push(change);
    if (change.version <= this.#version) return 'known';
    if (change.flags === null || change.former > this.#version) return 'ask';
    this.#version = change.version;
    return 'next';
  }

  /** All reviews of a version have come; false when later ones are known already. */
  takeAll(version: number): boolean {
    if (version < this.#version) return false;
    this.#version = version;
    return true;
  }
}
