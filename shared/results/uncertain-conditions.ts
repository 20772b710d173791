import { layerFieldOf } from './detection-field.ts';
import { conditionsOf } from './expression/fields-of.ts';
import type { FilterExpression } from './expression/filter-expression.ts';
import { parseExpression } from './expression/parse-expression.ts';
import { printExpression } from './expression/print-expression.ts';

/** A condition about a layer, and the expression of the detections for which the layer is too inaccurate to decide it. */
export type UncertainCondition = {
  readonly layer: string;
  readonly accuracyMeters: number;
  readonly condition: string;
  readonly expression: string;
};

/**
 * The conditions of an expression that depend on where the edges of layers are, and for which detections their stated
 * accuracy leaves it open whether they hold: those within that distance of the edge, or of the distance compared with.
 */
export function uncertainConditions(
  expression: string | undefined,
  layers: readonly { readonly name: string; readonly accuracyMeters: number | null }[],
): readonly UncertainCondition[] {
  const parsed = expression === undefined ? undefined : parseExpression(expression);
  const conditions = parsed?.ok ? conditionsOf(parsed.expression) : [];
  const found = conditions
    .filter((one) => one.kind === 'compare')
    .flatMap((condition): UncertainCondition[] => {
      const ofLayer = layerFieldOf(condition.field);
      const accuracyMeters = layers.find(({ name }) => name === ofLayer?.layer)?.accuracyMeters ?? null;
      if (!ofLayer || ofLayer.kind === 'nearest' || accuracyMeters === null) return [];
      const near = rangeOf(condition, ofLayer.kind, ofLayer.layer, accuracyMeters);
      return near
        ? [
            {
              layer: ofLayer.layer,
              accuracyMeters,
              condition: printExpression(condition),
              expression: printExpression(near),
            },
          ]
        : [];
    });
  return [...new Map(found.map((one) => [one.expression, one])).values()];
}

type Comparison = Extract<FilterExpression, { kind: 'compare' }>;

function rangeOf(
  { field, value }: Comparison,
  kind: 'inside' | 'distance' | 'edge',
  layer: string,
  accuracyMeters: number,
): FilterExpression | undefined {
  if (kind === 'inside')
    return { kind: 'compare', field: `edge:${layer}`, operator: '<=', value: accuracyMeters };
  if (typeof value !== 'number') return undefined;
  return {
    kind: 'and',
    parts: [
      { kind: 'compare', field, operator: '>=', value: Math.max(0, value - accuracyMeters) },
      { kind: 'compare', field, operator: '<=', value: value + accuracyMeters },
    ],
  };
}
