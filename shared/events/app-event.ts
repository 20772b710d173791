import type { AisDecision } from '../ais/ais-file.ts';
import type { PlaceLabelExchange } from '../fixed-objects/merge-places.ts';
import type { ItemTopic } from '../items/item-kinds.ts';
import type { Job } from '../jobs/job.ts';
import type { OrderChange } from '../orders/list/order-changes.ts';
import type { PropertyCorrectionChange } from '../results/property-correction.ts';
import type { ImportedReviews } from '../review/review-change.ts';
import type { ReviewFlagsChange } from '../review/review-flags.ts';
import type { SessionState } from '../session/session-state.ts';
import type { WatchNotification } from '../watch/plan-notifications.ts';

/**
 * An event that the main process sends to the renderer over one stream. `changed` means that displayed data on
 * this topic must be refetched.
 */
export type AppEvent =
  | { readonly type: 'session'; readonly state: SessionState }
  | { readonly type: 'job'; readonly job: Job }
  | { readonly type: 'job-removed'; readonly id: string }
  /** Order changes to notify the analyst of; `whileClosed`: they happened since the last run of Sightline. */
  | {
      readonly type: 'order-changes';
      readonly changes: readonly OrderChange[];
      readonly whileClosed: boolean;
    }
  /** Findings of the watch's rules, to notify the analyst of. */
  | { readonly type: 'watch-notifications'; readonly notifications: readonly WatchNotification[] }
  /** A desktop notification was clicked: show the event, or with null the inbox. */
  | { readonly type: 'show-watch-event'; readonly eventId: string | null }
  /** A desktop notification was clicked: show the order, or with null the list of orders. */
  | { readonly type: 'show-order'; readonly orderId: string | null }
  /** Image chips that are shown as not available yet are worth another request. */
  | { readonly type: 'absent-chips-due' }
  /** The user opened a file with Sightline in the desktop's file manager. */
  | { readonly type: 'file-opened' }
  /** The system ends Sightline: what was typed must be saved now. */
  | { readonly type: 'ending' }
  /** Verdicts, flags or notes were changed; `imported` by the import of a case, which any window can undo. */
  | ({ readonly type: 'reviews'; readonly imported?: ImportedReviews } & ReviewFlagsChange)
  /** A merge or an import has changed corrected meanings, which any window can undo. */
  | { readonly type: 'corrections-imported'; readonly changes: readonly PropertyCorrectionChange[] }
  /** AIS decisions of a merge or a case have changed these; their inverse undoes it. */
  | { readonly type: 'ais-decisions-imported'; readonly changes: readonly AisDecision[] }
  /** Statements about places of a merge or a case have changed these; their inverse undoes it. */
  | { readonly type: 'places-imported'; readonly changes: readonly PlaceLabelExchange[] }
  | {
      readonly type: 'changed';
      readonly topic:
        | 'areas'
        /** Layers of the user's own. */
        | 'layers'
        /** Files of AIS reports, and what is derived from them. */
        | 'ais'
        /** Items that the analyst makes: bookmarks, drafts, saved searches, …; `watch`: also the inbox of the rules. */
        | ItemTopic
        | 'order-notifications'
        | 'results'
        /** Verdicts and notes. */
        | 'reviews'
        | 'chips'
        /** Basemaps that the user added, and their cached tiles. */
        | 'map-sources'
        | 'profiles'
        /** The settings of the team database, and what was exchanged with it. */
        | 'team'
        | 'updates'
        /** The marking of the workspace. */
        | 'marking'
        | 'workspace';
    };
