import type { DetectionField, PropertySummary } from '../../../shared/results/detection-field.ts';
import { fieldTitle } from '../../../shared/results/field-title.ts';
import type { GroupCountRequest } from '../../../shared/results/statistics.ts';
import type { StatisticsTopic } from '../../stores/statistics-topic.ts';
import { texts } from './texts.ts';

/** The title of a grouping of detections. */
export const groupTitles: Readonly<Record<GroupCountRequest['by'], string>> = texts.groups;

/** A topic in a list. Its key is unique. */
export type TopicChoice = {
  readonly key: string;
  readonly title: string;
  readonly topic: StatisticsTopic;
};

/** All topics of the statistics: the groups first, then confidence and the numeric properties. */
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

/** The unique key of a topic. */
export function topicKey(topic: StatisticsTopic): string {
  return topic.kind === 'groups' ? topic.by : topic.field;
}
