import type { JournalKind } from '../carried-words.ts';
import type { Failure } from '../result.ts';
import type { Review } from './review.ts';
import type { HeldLease } from './shared-queue.ts';

/** A detection with reviews of a team that disagree. */
export type Disagreement = {
  readonly recordId: string;
  readonly identity: string;
  /** Null when the detection is not in this workspace. */
  readonly detectionId: number | null;
  /** The current review in this workspace: that of the team, or one that was set since and is not pushed yet. */
  readonly current: Review;
  /** The reviews that disagree with the team's current one, in the order in which they reached the team. */
  readonly disputing: readonly Review[];
  /** Whether the review was changed in this workspace and the change is not pushed yet. */
  readonly isDecided: boolean;
};

/** Number of current verdicts in the workspace that a reviewer has set, and when the last one. */
export type ReviewerCount = { readonly reviewer: string; readonly verdicts: number; readonly lastAt: string };

/** A revision of the team of which something was not written to the workspace. */
export type SetAsideRevision = {
  readonly kind: 'records' | 'reviews' | JournalKind | 'items';
  /** The login of the member who sent it. */
  readonly author: string;
  readonly reason: string;
};

/** Counts of one exchange: what a workspace has received, and entries of each journal that have changed it. */
export type ReceivedFromTeam = Readonly<Record<JournalKind, number>> & {
  readonly at: string;
  readonly newRecords: number;
  readonly changedRecords: number;
  /** Received changes of reviews, without as many as the workspace has pushed. */
  readonly reviews: number;
  readonly setAside: readonly SetAsideRevision[];
};

/** The state of the open workspace as a member of a team. Times are UTC, ISO 8601. */
export type TeamOverview = {
  /** The login on the team database, which is the name of the reviewer; null without a team. */
  readonly user: string | null;
  /**
   * Whether an exchange has saved a cursor of the team's reviews in the workspace. From then on it exchanges
   * automatically.
   */
  readonly hasJoined: boolean;
  /**
   * When the last complete exchange ended; null when none is known since the start or the last change of the settings.
   */
  readonly exchangedAt: string | null;
  /** Reason why the last exchange failed; null when it did not fail. */
  readonly problem: Failure | null;
  /** Content received by the last exchange that received anything new; null when there was none. */
  readonly lastReceived: ReceivedFromTeam | null;
  /** When this workspace was last published, and how many records were compared; null when it never was. */
  readonly published: { readonly at: string; readonly records: number } | null;
  /** The lease of the workspace in a shared queue, which may have ended; null without one. */
  readonly lease: HeldLease | null;
  /** Number of changes of reviews that are not pushed yet. */
  readonly unpushed: number;
  readonly reviewers: readonly ReviewerCount[];
  readonly disagreements: { readonly total: number; readonly rows: readonly Disagreement[] };
};

/** A sentence about a revision that was set aside. */
export function describeSetAside({ kind, author, reason }: SetAsideRevision): string {
  return `Set aside: ${kind} that ${author} sent to the team. ${reason}`;
}
