import type { ChipsAheadPlan } from '../../../shared/chips/chips-ahead.ts';
import { formatBytes, formatCount, formatQuantity } from '../../components/format.ts';

/** What fetching chips ahead would mean, in sentences, and what speaks against it. */
export function describeChipsPlan(plan: ChipsAheadPlan): {
  readonly lines: readonly string[];
  readonly warning?: string;
} {
  const { detections, chips, cached, absent, missing, estimatedBytes, limit } = plan;
  const having = `${formatQuantity(detections, 'detection')}, ${formatCount(chips)} with a chip.`;
  const known = [
    `${formatCount(cached)} cached`,
    ...(absent > 0 ? [`${formatCount(absent)} not there yet`] : []),
    `${formatCount(missing)} to fetch`,
  ].join(' · ');
  if (missing === 0) return { lines: [having, known] };
  const size =
    estimatedBytes === null
      ? 'Size unknown: no chip is cached yet to estimate from.'
      : `About ${formatBytes(estimatedBytes)}, estimated from the mean size of cached chips.`;
  const lines = [having, known, size];
  return estimatedBytes !== null && estimatedBytes > limit
    ? {
        lines,
        warning: `The chip cache holds ${formatBytes(limit)} at most. Choose fewer detections, or raise its limit in Settings.`,
      }
    : { lines };
}
