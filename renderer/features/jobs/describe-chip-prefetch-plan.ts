import type { ChipPrefetchPlan } from '../../../shared/chips/chip-prefetch.ts';
import { formatBytes, formatCount, formatQuantity } from '../../../shared/format.ts';

/** Describes a chip prefetch in sentences, with a warning if it exceeds the cache limit. */
export function describeChipPrefetchPlan(plan: ChipPrefetchPlan): {
  readonly lines: readonly string[];
  readonly warning?: string;
} {
  const { detections, chips, cached, absent, missing, estimatedBytes, limit } = plan;
  const having = `${formatQuantity(detections, 'detection')}, ${formatCount(chips)} with a chip.`;
  const known = [
    `${formatCount(cached)} cached`,
    ...(absent > 0 ? [`${formatCount(absent)} not available yet`] : []),
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
