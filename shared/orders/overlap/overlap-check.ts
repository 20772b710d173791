import type { OverlapFindings } from './find-overlaps.ts';

/** The check of a request before it is sent: orders that already include part of it, and existing results. */
export type OverlapCheck = OverlapFindings & {
  /** Number of orders it was compared with. */
  readonly compared: number;
  /** Reason why the list of orders could not be fetched, so that recent orders may be missing; null when it was fetched. */
  readonly listProblem: string | null;
  /** Results in the workspace for its areas and times, by analytic; analytics without any are left out. */
  readonly results: readonly ExistingResults[];
};

/** Existing results of one analytic. */
export type ExistingResults = {
  readonly analytic: string;
  /** Records that show one of the areas. */
  readonly records: number;
  /** Detections inside the areas. */
  readonly detections: number;
};

/** Whether there is anything for the analyst to decide before the request is sent. */
export function hasFindings({ overlaps, unassessed, problems, listProblem, results }: OverlapCheck): boolean {
  return [overlaps, unassessed, problems, results].some(({ length }) => length > 0) || listProblem !== null;
}
