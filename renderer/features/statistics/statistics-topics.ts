import { definitionOf, isBuiltinField, quantityFields } from '../../../shared/results/builtin-fields.ts';
import {
  type DetectionField,
  type LayerSummary,
  nearestField,
  type ParameterSummary,
  type PropertySummary,
} from '../../../shared/results/detection-field.ts';
import { fieldTitle } from '../../../shared/results/field-title.ts';
import { numericLayerFields } from '../../../shared/results/layer-fields.ts';
import { type DetectionGrouping, detectionGroupings } from '../../../shared/results/statistics.ts';
import type { StatisticsTopic } from '../../stores/statistics-topic.ts';
import { texts } from './texts.ts';

/** The title of a grouping of detections. */
export function groupingTitle(by: DetectionGrouping): string {
  if (by === 'day') return texts.dayOfCollection;
  return isBuiltinField(by) ? definitionOf(by).label : fieldTitle(by);
}

/** A topic in a list. Its key is unique. */
export type TopicChoice = {
  readonly key: string;
  readonly title: string;
  readonly topic: StatisticsTopic;
};

/** All topics of the statistics: the groups first, then the quantities, numeric properties and numeric parameters. */
export function topicChoices(
  properties: readonly PropertySummary[],
  parameters: readonly ParameterSummary[],
  layers: readonly LayerSummary[] = [],
): readonly TopicChoice[] {
  const nearest = layers.flatMap(({ name, attributes }) =>
    attributes
      .filter(({ type, isBoolean }) => type === 'text' || isBoolean)
      .map((attribute) => nearestField(name, attribute.name)),
  );
  const groups = [...detectionGroupings, ...nearest].map((by): TopicChoice => {
    const topic: StatisticsTopic = { kind: 'groups', by };
    return { key: topicKey(topic), title: groupingTitle(by), topic };
  });
  const numeric = properties.filter(({ type }) => type === 'number');
  const fields: readonly DetectionField[] = [
    ...quantityFields,
    ...numeric.map(({ name }): DetectionField => `property:${name}`),
    ...parameters
      .filter(({ type }) => type === 'number')
      .map(({ name }): DetectionField => `parameter:${name}`),
    ...layers.flatMap(numericLayerFields),
  ];
  const passes: TopicChoice = {
    key: topicKey({ kind: 'passes' }),
    title: texts.passes.topic,
    topic: { kind: 'passes' },
  };
  return [
    // Next to the day of collection, which is the last.
    ...groups.toSpliced(-1, 0, passes),
    ...fields.map((field): TopicChoice => {
      const topic: StatisticsTopic = { kind: 'distribution', field };
      return { key: topicKey(topic), title: fieldTitle(field), topic };
    }),
  ];
}

/** The unique key of a topic. */
export function topicKey(topic: StatisticsTopic): string {
  switch (topic.kind) {
    case 'groups':
      return topic.by;
    case 'passes':
      return 'passes';
    case 'distribution':
      return topic.field;
  }
}
