import type { OverlapFindings } from './overlap-guard.ts';

/** What is known of a request before it is sent: orders that ask for part of it already, and results that are there. */
export type OverlapCheck = OverlapFindings & {
  /** How many orders it was compared with. */
  readonly compared: number;
  /** Why the service could not be asked for its list, so that later orders are missing; null when it was asked. */
  readonly listProblem: string | null;
  /** Results in the workspace for its areas and times, by analytic; those without any are left out. */
  readonly results: readonly KnownResults[];
};

/** Results of one analytic. */
export type KnownResults = {
  readonly analytic: string;
  /** Records that show one of the areas. */
  readonly records: number;
  /** Detections inside the areas. */
  readonly detections: number;
};

/** Whether the analyst has anything to decide before the request is sent. */
export function hasFindings({ overlaps, unjudged, problems, listProblem, results }: OverlapCheck): boolean {
  return [overlaps, unjudged, problems, results].some(({ length }) => length > 0) || listProblem !== null;
}
