import type { Job } from '../jobs/job.ts';
import type { OrderChange } from '../orders/order-changes.ts';
import type { ReviewsChange } from '../review/review-flags.ts';
import type { SessionState } from '../session/session-state.ts';

/** What the main process tells the renderer, over one stream. `changed` means: ask again for what you show of it. */
export type AppEvent =
  | { readonly type: 'session'; readonly state: SessionState }
  | { readonly type: 'job'; readonly job: Job }
  | { readonly type: 'job-removed'; readonly id: string }
  /** The analyst should hear of these; `whileClosed`: they are the sum of what happened since the last run. */
  | {
      readonly type: 'order-changes';
      readonly changes: readonly OrderChange[];
      readonly whileClosed: boolean;
    }
  /** A desktop notification was pressed: show the order, or with null the list of orders. */
  | { readonly type: 'show-order'; readonly orderId: string | null }
  /** Verdicts, flags or notes were changed. */
  | ({ readonly type: 'reviews' } & ReviewsChange)
  | {
      readonly type: 'changed';
      readonly what:
        | 'areas'
        | 'bookmarks'
        | 'orders'
        | 'drafts'
        | 'order-news'
        | 'results'
        /** Verdicts and notes. */
        | 'reviews'
        /** Saved searches and the history of what was asked. */
        | 'searches'
        | 'chips'
        /** The user's own basemaps, and what is kept of their tiles. */
        | 'map-sources'
        | 'profiles'
        | 'workspace';
    };
