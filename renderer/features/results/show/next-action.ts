import type { CompletedStep } from '../../../stores/workspace-store.ts';

/**
 * The state of the page that decides which action most analysts take next. Counts are undefined while they are not known.
 */
export type PageState = {
  readonly isSignedIn: boolean;
  /** Whether a review can be saved. */
  readonly canWrite: boolean;
  /** Detections in the workspace. */
  readonly total: number | undefined;
  /** Detections that match the filter, and those of them without a verdict. */
  readonly shown: number | undefined;
  readonly unreviewed: number | undefined;
  /** Whether a review has been paused. */
  readonly isPaused: boolean;
  /** Whether the first results are being fetched. */
  readonly isFetching: boolean;
  /** Whether a form or a review has the next action. */
  readonly isElsewhere: boolean;
  /** Whether the form is shown that fetches. */
  readonly isGetShown: boolean;
  readonly completed: CompletedStep | null;
  /** The area that is selected on the map, and that whose site is shown. */
  readonly selectedAreaId: string | null;
  readonly siteId: string | null;
  /** AIS matches that have to be decided. */
  readonly undecided: number;
};

/** The next action, or a state in which there is only to wait. Null: the open form or a dialog has it. */
export type NextAction =
  | { readonly kind: 'review' | 'decide' | 'export' | 'filter' | 'show-all'; readonly count: number }
  | {
      readonly kind: 'sign-in' | 'get' | 'resume' | 'fetch-here' | 'order-here' | 'fetch-order' | 'run-rule';
    }
  | { readonly kind: 'open-file' }
  | { readonly kind: 'wait'; readonly for: 'operator' | 'first-page' };

/** A filter is more useful than a review of more detections than this. */
const maxReview = 5_000;

/**
 * The one action that comes next. A completed step comes first, as long as it still applies; then what the detections on
 * this disk need.
 *
 * @example nextAction({ ...state, total: 4182, shown: 157, unreviewed: 157 }) // { kind: 'review', count: 157 }
 */
export function nextAction(page: PageState): NextAction | null {
  const { total } = page;
  if (page.isElsewhere) return null;
  const step = afterStep(page);
  if (step) return step;
  if (total === undefined) return null;
  if (total > 0) return onDetections(page);
  if (page.isFetching) return { kind: 'wait', for: 'first-page' };
  if (!page.isSignedIn) return { kind: 'sign-in' };
  return page.isGetShown ? null : { kind: 'get' };
}

function afterStep({
  completed,
  isSignedIn,
  selectedAreaId,
  siteId,
  total,
  undecided,
}: PageState): NextAction | null {
  switch (completed?.kind) {
    case 'area':
      if (selectedAreaId !== completed.areaId) return null;
      return { kind: isSignedIn ? 'fetch-here' : 'order-here' };
    case 'site':
      return isSignedIn && siteId === completed.areaId ? { kind: 'fetch-here' } : null;
    case 'order-sent':
      // With results on this disk there is more to do than to wait.
      return total === 0 ? { kind: 'wait', for: 'operator' } : null;
    case 'order-completed':
      return isSignedIn ? { kind: 'fetch-order' } : null;
    case 'rule':
      return isSignedIn ? { kind: 'run-rule' } : null;
    case 'ais':
      return undecided > 0 ? { kind: 'decide', count: undecided } : null;
    case 'export':
      return { kind: 'open-file' };
    default:
      return null;
  }
}

function onDetections({ total = 0, shown, unreviewed, isPaused, canWrite }: PageState): NextAction | null {
  if (isPaused && canWrite) return { kind: 'resume' };
  if (shown === undefined || unreviewed === undefined) return null;
  if (shown === 0) return { kind: 'show-all', count: total };
  if (unreviewed === 0 || !canWrite) return { kind: 'export', count: shown };
  return { kind: unreviewed > maxReview ? 'filter' : 'review', count: unreviewed };
}
