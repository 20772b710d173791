import { describeNamedLayer } from '../layers/describe-layer.ts';
import type { VectorLayer } from '../layers/vector-layer.ts';
import { describeFilter } from '../results/describe-filter.ts';
import type { DetectionFilter } from '../results/detection.ts';
import { layersInExpression } from '../results/layer-fields.ts';

/** The conditions of a filter as sentences, with the age, license and accuracy of the workspace's layers in them. */
export function describeConditions(
  filter: DetectionFilter,
  layers: readonly VectorLayer[],
): readonly string[] {
  const names = layersInExpression(filter.expression);
  return [
    ...describeFilter(filter).map(({ text }) => text),
    ...layers.filter(({ name }) => names.includes(name)).map((layer) => `layer ${describeNamedLayer(layer)}`),
  ];
}
