import type { DetectionFilter } from '../../../shared/results/detection.ts';

/** Whether a filter includes the detections of an analytic. */
export function isAnalyticShown({ analytics }: DetectionFilter, analytic: string): boolean {
  return analytics === undefined || analytics.includes(analytic);
}

/**
 * The filter's analytics after one of `all` was shown or hidden: undefined, which does not restrict, when all of them
 * are shown again.
 */
export function toggleAnalytic(
  filter: DetectionFilter,
  analytic: string,
  all: readonly string[],
): DetectionFilter['analytics'] {
  const shown = all.filter((each) => isAnalyticShown(filter, each) !== (each === analytic));
  return shown.length === all.length ? undefined : shown;
}
