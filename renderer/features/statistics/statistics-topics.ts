import type { DetectionField, PropertySummary } from '../../../../shared/results/detection-field.ts';
import { fieldTitle } from '../../../../shared/results/field-title.ts';
import type { GroupCountRequest } from '../../../../shared/results/statistics.ts';
import type { StatisticsTopic } from '../../../stores/dock-store.ts';

const groupOfField: Partial<Record<DetectionField, GroupCountRequest['by']>> = {
  analytic: 'analytic',
  region: 'region',
  sensor: 'sensor',
  collected: 'day',
  verdict: 'verdict',
  flagged: 'verdict',
};

/** What statistics there are of a column; null when none. */
export function topicOf(field: DetectionField, isNumeric: boolean): StatisticsTopic | null {
  const by = groupOfField[field];
  if (by) return { kind: 'groups', by };
  return isNumeric ? { kind: 'distribution', field } : null;
}

/** By what detections are grouped, in words. */
export const groupTitles: Readonly<Record<GroupCountRequest['by'], string>> = {
  analytic: 'Analytic',
  region: 'Region',
  sensor: 'Sensor',
  day: 'Day of collection (UTC)',
  verdict: 'Verdict',
};

/** A topic in a list. Its key tells it from the others. */
export type TopicChoice = {
  readonly key: string;
  readonly title: string;
  readonly topic: StatisticsTopic;
};

/** Everything that there are statistics of: the groups first, then confidence and the numeric properties. */
export function topicChoices(properties: readonly PropertySummary[]): readonly TopicChoice[] {
  const groups = Object.entries(groupTitles).map(([by, title]): TopicChoice => {
    const topic: StatisticsTopic = { kind: 'groups', by: by as GroupCountRequest['by'] };
    return { key: topicKey(topic), title, topic };
  });
  const numeric = properties.filter(({ type }) => type === 'number');
  const fields: readonly DetectionField[] = [
    'confidence',
    ...numeric.map(({ name }): DetectionField => `property:${name}`),
  ];
  return [
    ...groups,
    ...fields.map((field): TopicChoice => {
      const topic: StatisticsTopic = { kind: 'distribution', field };
      return { key: topicKey(topic), title: fieldTitle(field), topic };
    }),
  ];
}

/** Tells a topic from all others. */
export function topicKey(topic: StatisticsTopic): string {
  return topic.kind === 'groups' ? topic.by : topic.field;
}
