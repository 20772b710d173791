import { formatAngle, formatCount, formatDuration, formatTime } from '../../shared/format.ts';
import { analyticDisplayName } from '../../shared/results/analytics.ts';
import type { PassSteps } from '../stores/pass-steps-store.ts';

/**
 * The position of the shown pass among those over the view, as a sentence: `Pass 7 of 23, 1 d 17 h after the last, covers
 * 62%`. When the passes could not be read again, it states that instead.
 */
export function describePassStep({
  stops,
  shown,
  share,
  isOutdated,
}: Pick<PassSteps, 'stops' | 'shown' | 'share' | 'isOutdated'>): string {
  if (isOutdated) return 'The passes over this view could not be read.';
  const index = stops.findIndex(({ key }) => key === shown.key);
  const stop = stops[index];
  if (!stop) return `This pass does not show the view; ${formatCount(stops.length)} others do.`;
  const last = stops[index - 1]?.startedAt ?? null;
  const gap = last === null || stop.startedAt === null ? null : stop.startedAt - last;
  return [
    `Pass ${formatCount(index + 1)} of ${formatCount(stops.length)}`,
    ...(gap === null ? [] : [`${formatDuration(gap)} after the last`]),
    `covers ${formatShare(share)}`,
  ].join(', ');
}

/** Sensor, time, polarization and incidence angle of the shown pass, as far as they are given. */
export function describeStepImage({ shown, outline }: Pick<PassSteps, 'shown' | 'outline'>): string {
  const { sensorName, startedAt } = shown;
  const { polarization = null, incidenceAngle = null } = outline?.image ?? {};
  return [
    sensorName ?? 'Sensor not given',
    startedAt === null ? 'without a time' : formatTime(startedAt),
    ...(polarization === null ? [] : [polarization]),
    ...(incidenceAngle === null ? [] : [`incidence ${formatAngle(incidenceAngle)}`]),
  ].join(' · ');
}

/**
 * The analytics whose records of the shown pass are in the workspace: `Records fetched only for Man-made object`. Without
 * a record of an analytic, no detections of it does not mean that there were none.
 */
export function describeStepAnalyses({ records, before }: Pick<PassSteps, 'records' | 'before'>): string {
  const analyzed = records.flatMap(({ analytics }) => analytics);
  const areAllGiven = records.every(({ analytics }) => analytics.length > 0);
  if (analyzed.length === 0) return 'Analytics not known';
  const fetched = records.flatMap(({ analytics, hasFeatures }) => (hasFeatures ? analytics : []));
  const notFetched = analyzed.filter((analytic) => !fetched.includes(analytic));
  const requested = before.analytics?.flatMap((analytic) => analytic.split(' + ')) ?? [];
  const missing = areAllGiven ? requested.filter((analytic) => !analyzed.includes(analytic)) : [];
  const only = `${areAllGiven ? 'only ' : ''}for ${formatAnalytics(analyzed)}`;
  return [
    missing.length > 0
      ? `No records fetched for ${formatAnalytics(missing)}, ${only}`
      : `Records fetched ${only}`,
    ...(areAllGiven ? [] : ['other analytics not known']),
    ...(notFetched.length > 0 ? [`detections of ${formatAnalytics(notFetched)} not fetched`] : []),
  ].join('; ');
}

function formatAnalytics(analytics: readonly string[]): string {
  return [...new Set(analytics.map(analyticDisplayName))].sort().join(', ');
}

/** A share as whole percent: not 0% when a part is shown, not 100% before everything is. */
function formatShare(share: number): string {
  if (share >= 0.9995) return '100%';
  if (share < 0.01) return 'less than 1%';
  return `${Math.min(99, Math.round(100 * share))}%`;
}
