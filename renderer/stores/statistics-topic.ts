import type { DetectionField } from '../../shared/results/detection-field.ts';
import type { GroupCountRequest } from '../../shared/results/statistics.ts';

/** The topic of the statistics: counts by group, or the distribution of a number. */
export type StatisticsTopic =
  | { readonly kind: 'groups'; readonly by: GroupCountRequest['by'] }
  | { readonly kind: 'distribution'; readonly field: DetectionField };

const groupOfField: Partial<Record<DetectionField, GroupCountRequest['by']>> = {
  analytic: 'analytic',
  place: 'place',
  region: 'region',
  sensor: 'sensor',
  collected: 'day',
  verdict: 'verdict',
  flagged: 'verdict',
};

/** The statistics of a column; null if there are none. */
export function topicOfField(field: DetectionField, isNumeric: boolean): StatisticsTopic | null {
  const by = groupOfField[field];
  if (by) return { kind: 'groups', by };
  return isNumeric ? { kind: 'distribution', field } : null;
}
