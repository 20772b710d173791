import { createStore } from 'zustand/vanilla';
import type { Failure } from '../../shared/result.ts';
import type { Review } from '../../shared/review/review.ts';
import type { ReviewChange } from '../../shared/review/review-change.ts';
import type { ReviewQueueOrder } from '../../shared/review/review-queue.ts';
import { type ChipStretch, defaultStretch } from '../components/chip/chip-stretch.ts';
import { type ChipView, wholeChip } from '../components/chip/chip-view.ts';
import type { ReviewQueue } from './review-queue.ts';

/** Of what a queue is made. */
export type ReviewScope = 'all' | 'filter' | 'selection';

/** Something that was said of detections and is written, so that it can be taken back. */
export type SaidReviews = {
  /** What the main process calls it; of many detections several. */
  readonly batches: readonly string[];
  /** The detection that is looked at again when it is taken back; null where that is not known. */
  readonly id: number | null;
  /** Greater than that of what was said before. */
  readonly turn: number;
};

/** How a detection stands now, or what was said of it just now. */
export type LatestReview =
  | { readonly id: number; readonly review: Review | null }
  | { readonly id: number; readonly change: ReviewChange };

/** How detections are judged: the queue that is gone through, and how chips are shown. */
export type ReviewStore = {
  readonly queue: ReviewQueue | null;
  /** `loading` until the workspace has told whether it keeps a queue. */
  readonly loading: 'loading' | 'ready' | Failure;
  /** The form that begins a queue. */
  readonly form: {
    readonly scope: ReviewScope;
    readonly order: ReviewQueueOrder;
    readonly skipsJudged: boolean;
  };
  readonly starting: boolean;
  /** Why a queue could not be begun. */
  readonly startFailure: Failure | null;
  /** After a verdict the detection stays until the next key. */
  readonly stays: boolean;
  /** What was said since the page was opened, the last at the end. */
  readonly said: readonly SaidReviews[];
  /** That of what is said next. */
  readonly turn: number;
  /** What was said last, also before it is written; `unknown` when what is shown may not be how it stands. */
  readonly latest: readonly LatestReview[] | 'unknown';
  /** How many changes are on their way to the file. */
  readonly writing: number;
  /** Whether the file has the queue as it is, with its place. */
  readonly isQueueKept: boolean;
  /** A change of several detections that the analyst has to agree to. */
  readonly asking: { readonly ids: readonly number[]; readonly change: ReviewChange } | null;
  /** The detection whose note is being written. */
  readonly noting: number | null;
  readonly stretch: ChipStretch;
  readonly view: ChipView;
  /** Whether the chip is shown large without a queue, too. */
  readonly isChipLarge: boolean;
};

/** A store without a queue. */
export function createReviewStore() {
  return createStore<ReviewStore>()(() => ({
    queue: null,
    loading: 'loading',
    form: { scope: 'all', order: 'pass', skipsJudged: true },
    starting: false,
    startFailure: null,
    stays: false,
    said: [],
    turn: 1,
    latest: [],
    writing: 0,
    isQueueKept: true,
    asking: null,
    noting: null,
    stretch: defaultStretch,
    view: wholeChip,
    isChipLarge: false,
  }));
}

/** Whether keys and layout are those of a review. */
export function isReviewing({ queue }: Pick<ReviewStore, 'queue'>): boolean {
  return queue?.state === 'running';
}
