import { describeNamedLayer } from '../layers/describe-layer.ts';
import type { VectorLayer } from '../layers/vector-layer.ts';
import { describeFilter } from '../results/describe-filter.ts';
import type { DetectionFilter } from '../results/detection.ts';
import { layersInExpression } from '../results/layer-fields.ts';

/**
 * The conditions of a filter as sentences by which they can be stated again, with the names of its area, fetch and saved
 * search, where there are any, and the age, license and accuracy of the workspace's layers in them.
 */
export function describeConditions(
  filter: DetectionFilter,
  layers: readonly VectorLayer[],
  named: Parameters<typeof describeFilter>[1] = {},
): readonly string[] {
  const names = layersInExpression(filter.expression);
  return [
    ...describeFilter(filter, named, true).map(({ text }) => text),
    ...layers.filter(({ name }) => names.includes(name)).map((layer) => `layer ${describeNamedLayer(layer)}`),
  ];
}
