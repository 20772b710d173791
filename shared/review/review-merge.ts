import { z } from 'zod';
import type { DecisionConflict, DecisionMerge } from '../ais/decision-entry.ts';
import type { CarriedCounts } from '../carried-words.ts';
import type { Failure } from '../result.ts';
import type { ReviewConflict, ReviewMergePlan } from './merge-reviews.ts';

/**
 * Side that wins in conflicts, but for the detections in `except` (keys of `reviewKey`, `decisionKey` and `placeKey`).
 */
export const conflictChoiceSchema = z.object({
  winner: z.enum(['present', 'arriving']),
  except: z.array(z.string()).max(100_000),
});
export type ConflictChoice = z.infer<typeof conflictChoiceSchema>;

/** Maximum number of conflicts that are listed. */
export const maxShownConflicts = 500;

/** Preview of a merge with another workspace or a case. */
export type ReviewMergePreview = {
  readonly counts: ReviewMergePlan['counts'];
  /** Conflicts, limited to a displayable number; `counts` includes all. */
  readonly conflicts: readonly ReviewConflict[];
  /** Accepted reviews of detections that are not in this workspace yet. */
  readonly waiting: number;
  /** Invalid rows, from other programs or damage; they are skipped. */
  readonly unreadable: number;
  /** Corrected meanings of properties that are new or later there. */
  readonly corrections: number;
  /** Detections with AIS decisions there, by what a merge does with them; conflicts are limited as those of reviews. */
  readonly decisions: {
    readonly counts: Readonly<Record<DecisionMerge, number>>;
    readonly conflicts: readonly DecisionConflict[];
  };
  /** Statements about places that come into effect or cease to be; conflicts are limited as those of reviews. */
  readonly places: {
    readonly changed: number;
    readonly inConflict: number;
    readonly conflicts: readonly ListedPlaceConflict[];
  };
  readonly items: MergeItems;
};

/** Two statements about a place that disagree, with the key by which the user chooses one. */
type ListedPlaceConflict = {
  readonly key: string;
  readonly present: ConflictingStatement;
  readonly arriving: ConflictingStatement;
};

/** A statement about a place; `at`: UTC. */
export type ConflictingStatement = {
  readonly analytic: string;
  readonly position: readonly [longitude: number, latitude: number];
  readonly presence: 'stationary' | 'passing';
  readonly by: string;
  readonly at: string;
};

/**
 * Counts of what else a workspace has that this one lacks, of layers that have a newer content there, and of those that were
 * replaced both here and there.
 */
export type MergeItems = Partial<CarriedCounts> &
  Readonly<Record<'layers' | 'newerLayers' | 'divergedLayers' | 'sites' | 'rules', number>>;

/** A workspace whose reviews can be merged; nothing has been changed yet. */
export type ReviewMergeSource = {
  readonly id: string;
  readonly fileName: string;
  /** The name of the workspace, if any. */
  readonly name: string | null;
  readonly preview: ReviewMergePreview;
};

/** The result of a merge. */
export type ReviewMergeResult = {
  /** Id of the batch, for undo; null when no review was changed. */
  readonly batch: string | null;
  readonly changed: number;
  readonly waiting: number;
  readonly conflicts: number;
  readonly corrections: number;
  /** Detections whose AIS decision has changed. */
  readonly decisions: number;
  /** Statements about places that have come into effect or ceased to be. */
  readonly places: number;
  /** Statements about places beyond the most that a workspace has. */
  readonly leftOutPlaces: number;
  /** Reason why the import of layers, sites and rules did not begin; null where it did, or was not requested. */
  readonly itemsProblem: Failure | null;
};

/** Requests a merge of a previewed workspace. */
export const mergeRequestSchema = z.object({
  fileId: z.uuid(),
  conflicts: conflictChoiceSchema,
  /** Whether its layers, sites and watch rules are imported, too. */
  withItems: z.boolean().default(false),
});
export type MergeRequest = z.input<typeof mergeRequestSchema>;

/** Identifies a reviewed detection as in `ReviewOfDetection`. */
export const reviewedDetectionRequestSchema = z.object({
  recordId: z.string().max(1000),
  identity: z.string().max(10_000),
});
