import { categoryFields } from '../../shared/results/builtin-fields.ts';
import type { DetectionField } from '../../shared/results/detection-field.ts';
import type { GroupCountRequest } from '../../shared/results/statistics.ts';

/** The topic of the statistics: counts by group or by pass, or the distribution of a number. */
export type StatisticsTopic =
  | { readonly kind: 'groups'; readonly by: GroupCountRequest['by'] }
  | { readonly kind: 'passes' }
  | { readonly kind: 'distribution'; readonly field: DetectionField };

/** The statistics of a column; null if there are none. */
export function topicOfField(field: DetectionField, isNumeric: boolean): StatisticsTopic | null {
  if (field === 'collected') return { kind: 'groups', by: 'day' };
  if (field === 'flagged') return { kind: 'groups', by: 'verdict' };
  const by = categoryFields.find((category) => category === field);
  if (by) return { kind: 'groups', by };
  return isNumeric ? { kind: 'distribution', field } : null;
}
