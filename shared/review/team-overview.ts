import type { Failure } from '../result.ts';
import type { Review } from './review.ts';

/** A detection about which the reviewers of a team disagree. */
export type Disagreement = {
  readonly recordId: string;
  readonly identity: string;
  /** Null when the detection is not in this workspace. */
  readonly detectionId: number | null;
  /** The review that stands, or the one that this workspace has set since. */
  readonly current: Review;
  readonly disputing: readonly Review[];
  /** Whether this workspace has set a review since, which the team does not have yet. */
  readonly isDecided: boolean;
};

/** Who has set how many of the verdicts in the workspace; withdrawn ones do not count. */
export type ReviewerCount = { readonly reviewer: string; readonly verdicts: number; readonly lastAt: string };

/** What an exchange with the team has brought. */
export type ReceivedFromTeam = {
  readonly at: string;
  readonly newRecords: number;
  readonly changedRecords: number;
  /** Changes of reviews by others. */
  readonly reviews: number;
};

/** What the open workspace knows of its team. Times are UTC, ISO 8601. */
export type TeamOverview = {
  /** The login on the team database, which is the name of the reviewer; null without a team. */
  readonly user: string | null;
  /** Whether the workspace has exchanged results with the team before: from then on it follows by itself. */
  readonly hasJoined: boolean;
  /** When results and reviews were exchanged last; null before the first time since the start. */
  readonly exchangedAt: string | null;
  /** Why the last exchange failed; null when it did not. */
  readonly problem: Failure | null;
  /** What the last exchange that brought something has brought; null without one. */
  readonly lastReceived: ReceivedFromTeam | null;
  /** The last publication of this workspace; null without one. */
  readonly published: { readonly at: string; readonly records: number } | null;
  /** Changes of reviews that the team does not have yet. */
  readonly unpushed: number;
  readonly reviewers: readonly ReviewerCount[];
  readonly disagreements: { readonly total: number; readonly rows: readonly Disagreement[] };
};
