import { createStore } from 'zustand/vanilla';
import type { Failure } from '../../shared/result.ts';
import { emptyReview, type Review } from '../../shared/review/review.ts';
import { applyReviewChange, type ReviewChange } from '../../shared/review/review-change.ts';
import type { ReviewQueueOrder } from '../../shared/review/review-queue.ts';
import type { LeasedDetections } from '../../shared/review/shared-queue.ts';
import { type ChipStretch, defaultStretch } from '../ui/chip/chip-stretch.ts';
import { type ChipViewport, wholeChip } from '../ui/chip/chip-viewport.ts';
import { type ReviewQueue, type ReviewStateCode, withStateCodes } from './review-queue.ts';

/** Detections that are in a queue. */
export type ReviewScope = 'all' | 'filter' | 'selection';

/** Changes of reviews that are retried because a write failed. */
export type UnsavedReviews = {
  /** Reason why the last write failed. */
  readonly failure: Failure;
  /** The changes of each detection, in order. */
  readonly changes: ReadonlyMap<number, readonly ReviewChange[]>;
};

/** A text that was typed as the note of a detection in place of the former one, and discarded. */
export type RestoredNote = { readonly detectionId: number; readonly text: string; readonly former: string };

/** The review queue, pending review changes, and how chips are shown. */
export type ReviewStore = {
  readonly queue: ReviewQueue | null;
  /** `loading` until the saved queue was read from the workspace. */
  readonly loadState: 'loading' | 'ready' | Failure;
  /**
   * The time spent on the queue, without pauses and gaps of more than two minutes. It begins when the page is opened or
   * the queue is started.
   */
  readonly spent: {
    readonly ms: number;
    /** When the user did something last, epoch milliseconds; null while it does not run. */
    readonly since: number | null;
  };
  /** Whether the summary of the finished queue is open in the main column. */
  readonly isSummaryOpen: boolean;
  /** Function that replaces or discards the unfinished queue once the analyst agrees; null without a question. */
  readonly pendingReplacement: (() => void | Promise<void>) | null;
  /** The form that starts a queue. */
  readonly form: {
    readonly scope: ReviewScope;
    readonly order: ReviewQueueOrder;
    readonly skipsJudged: boolean;
  };
  readonly isStarting: boolean;
  /** Reason why a queue could not be started. */
  readonly startFailure: Failure | null;
  /** The state of a shared queue of which no detection was free when the next ones were requested. */
  readonly sharedRest: LeasedDetections | null;
  /** Whether the current detection stays after a verdict. */
  readonly staysAfterVerdict: boolean;
  /** Number of changes that are not written yet. */
  readonly pendingWrites: number;
  /** Changes that could not be written yet; null while writes succeed. */
  readonly unsaved: UnsavedReviews | null;
  /** Whether the queue and its position are saved. */
  readonly isQueueSaved: boolean;
  /** A change of several detections that the analyst has to confirm. */
  readonly pendingConfirmation: { readonly ids: readonly number[]; readonly change: ReviewChange } | null;
  /** Whether the list of verdicts without a detection is open. */
  readonly isUnattachedListOpen: boolean;
  /** The detection whose note is being edited. */
  readonly notedId: number | null;
  /** Whether a note has text that is neither saved nor discarded yet. */
  readonly isNoteTyped: boolean;
  /** A discarded text that the note which opens next begins with. */
  readonly restoredNote: RestoredNote | null;
  readonly stretch: ChipStretch;
  readonly view: ChipViewport;
  /** Whether the chip is shown large even without a queue. */
  readonly isChipLarge: boolean;
  /** Replaces the queue; null ends it. Closes the note. */
  setQueue(queue: ReviewQueue | null): void;
  /** Replaces the queue by its current state in the workspace; null when none of it is left. */
  refreshQueue(queue: ReviewQueue | null): void;
  /** Goes to a position of the queue and resumes the review; closes the note. */
  goToPosition(at: number): void;
  /** Pauses or finishes the queue; closes the note. */
  haltQueue(state: 'paused' | 'finished'): void;
  /** Sets the codes of detections that are in the queue. */
  setStateCodes(codes: ReadonlyMap<number, ReviewStateCode>): void;
  setSummaryOpen(isOpen: boolean): void;
  setPendingReplacement(replace: ReviewStore['pendingReplacement']): void;
  setLoadState(loadState: ReviewStore['loadState']): void;
  changeForm(change: Partial<ReviewStore['form']>): void;
  /** Sets whether a queue is being started; starting clears the failure of the last attempt. */
  setStarting(isStarting: boolean): void;
  setStartFailure(failure: Failure | null): void;
  setSharedRest(rest: LeasedDetections | null): void;
  setStaysAfterVerdict(stays: boolean): void;
  setUnattachedListOpen(isOpen: boolean): void;
  setPendingWrites(count: number): void;
  setUnsaved(unsaved: UnsavedReviews | null): void;
  setQueueSaved(isSaved: boolean): void;
  setPendingConfirmation(pending: ReviewStore['pendingConfirmation']): void;
  setNotedId(id: number | null): void;
  setNoteTyped(isTyped: boolean): void;
  /** Opens the note of a detection with a text that was discarded. */
  restoreNote(note: RestoredNote): void;
  changeChipDisplay(change: Partial<Pick<ReviewStore, 'stretch' | 'view'>>): void;
  toggleChipLarge(): void;
  /** Clears the state of the workspace: everything except the form, the chips' contrast and `staysAfterVerdict`. */
  clearWorkspaceState(): void;
};

const notSpent = { ms: 0, since: null };

/** A store without a queue. */
export function createReviewStore() {
  return createStore<ReviewStore>()((set, _get, store) => ({
    queue: null,
    loadState: 'loading',
    spent: notSpent,
    isSummaryOpen: false,
    pendingReplacement: null,
    form: { scope: 'filter', order: 'pass', skipsJudged: true },
    isStarting: false,
    startFailure: null,
    sharedRest: null,
    staysAfterVerdict: false,
    pendingWrites: 0,
    unsaved: null,
    isQueueSaved: true,
    pendingConfirmation: null,
    isUnattachedListOpen: false,
    notedId: null,
    isNoteTyped: false,
    restoredNote: null,
    stretch: defaultStretch,
    view: wholeChip,
    isChipLarge: false,
    setQueue: (queue) =>
      set({
        queue,
        sharedRest: null,
        notedId: null,
        isSummaryOpen: false,
        pendingReplacement: null,
        spent: queue?.state === 'running' ? { ms: 0, since: Date.now() } : notSpent,
      }),
    refreshQueue: (queue) => set({ queue }),
    goToPosition: (at) =>
      set(({ queue, spent }) => ({
        queue: queue && { ...queue, at, state: 'running' },
        startFailure: null,
        notedId: null,
        isSummaryOpen: false,
        spent: { ms: spentMs(spent, Date.now()), since: Date.now() },
      })),
    haltQueue: (state) =>
      set(({ queue, spent }) => ({
        queue: queue && { ...queue, state },
        notedId: null,
        isSummaryOpen: queue !== null && state === 'finished',
        pendingReplacement: null,
        spent: { ms: spentMs(spent, Date.now()), since: null },
      })),
    setStateCodes: (codes) => set(({ queue }) => (queue ? { queue: withStateCodes(queue, codes) } : {})),
    setSummaryOpen: (isSummaryOpen) => set({ isSummaryOpen }),
    setPendingReplacement: (pendingReplacement) => set({ pendingReplacement }),
    setLoadState: (loadState) => set({ loadState }),
    changeForm: (change) => set(({ form }) => ({ form: { ...form, ...change }, startFailure: null })),
    setStarting: (isStarting) => set(isStarting ? { isStarting, startFailure: null } : { isStarting }),
    setStartFailure: (startFailure) => set({ startFailure }),
    setSharedRest: (sharedRest) => set({ sharedRest }),
    setStaysAfterVerdict: (staysAfterVerdict) => set({ staysAfterVerdict }),
    setUnattachedListOpen: (isUnattachedListOpen) => set({ isUnattachedListOpen }),
    setPendingWrites: (pendingWrites) => set({ pendingWrites }),
    setUnsaved: (unsaved) => set({ unsaved }),
    setQueueSaved: (isQueueSaved) => set({ isQueueSaved }),
    setPendingConfirmation: (pendingConfirmation) => set({ pendingConfirmation }),
    setNotedId: (notedId) => set(({ spent }) => ({ notedId, restoredNote: null, spent: atWork(spent) })),
    restoreNote: (restoredNote) =>
      set({ restoredNote, notedId: restoredNote.detectionId, isNoteTyped: true }),
    setNoteTyped: (isNoteTyped) => set(({ spent }) => ({ isNoteTyped, spent: atWork(spent) })),
    changeChipDisplay: (change) => set(({ spent }) => ({ ...change, spent: atWork(spent) })),
    toggleChipLarge: () => set(({ isChipLarge }) => ({ isChipLarge: !isChipLarge })),
    clearWorkspaceState: () =>
      set(({ form, stretch, staysAfterVerdict }) => ({
        ...store.getInitialState(),
        form,
        stretch,
        staysAfterVerdict,
      })),
  }));
}

/** Whether a review is in progress, so that its keys and layout apply. */
export function isReviewing({ queue }: Pick<ReviewStore, 'queue'>): boolean {
  return queue?.state === 'running';
}

/** The detection under review; null while no review runs. */
export function reviewedId({ queue }: Pick<ReviewStore, 'queue'>): number | null {
  return queue?.state === 'running' ? (queue.ids[queue.at] ?? null) : null;
}

/** A longer time without a key or click is not spent on the queue. */
const longestGapMs = 120_000;

/** The milliseconds that were spent on the queue until `now`, in epoch milliseconds. */
export function spentMs({ ms, since }: ReviewStore['spent'], now: number): number {
  return since === null || now - since > longestGapMs ? ms : ms + now - since;
}

function atWork(spent: ReviewStore['spent']): ReviewStore['spent'] {
  return spent.since === null ? spent : { ms: spentMs(spent, Date.now()), since: Date.now() };
}

/** A review with changes that are not saved yet; reviewer and time are known only once they are. */
export function withUnsavedChanges<Stored extends Review | null | undefined>(
  stored: Stored,
  changes: readonly ReviewChange[] | undefined,
): Stored | Review {
  if (!changes) return stored;
  return changes.reduce<Review>(applyReviewChange, stored ?? emptyReview);
}
