import { layerFieldOf } from './detection-field.ts';
import type { FilterExpression } from './expression/filter-expression.ts';
import { parseExpression } from './expression/parse-expression.ts';
import { printExpression } from './expression/print-expression.ts';
import { conjunctsOf } from './filter-by-value.ts';

/** A condition that hides what is inside the areas of a layer, or within some meters of its features. */
export type Exclusion = { readonly layer: string; readonly meters: number | null };

/** The condition of an exclusion, for an expression. */
export function exclusionCondition({ layer, meters }: Exclusion): FilterExpression {
  const part: FilterExpression =
    meters === null
      ? { kind: 'compare', field: `inside:${layer}`, operator: '=', value: true }
      : { kind: 'compare', field: `distance:${layer}`, operator: '<=', value: meters };
  return { kind: 'not', part };
}

/** A part of an expression, the exclusion that it is, and the expression without it; undefined where nothing is left. */
export type ExpressionPart = {
  readonly text: string;
  readonly exclusion: Exclusion | undefined;
  readonly rest: string | undefined;
};

/** The exclusions of an expression one by one, and the rest of it as one part. An expression that cannot be read is one part. */
export function splitExclusions(expression: string): readonly ExpressionPart[] {
  const parsed = parseExpression(expression);
  const conditions = parsed.ok ? conjunctsOf(parsed.expression) : [];
  const exclusions = conditions.filter(exclusionOf);
  if (exclusions.length === 0) return [{ text: expression, exclusion: undefined, rest: undefined }];
  const others = conditions.filter((condition) => !exclusionOf(condition));
  const without = (one: readonly FilterExpression[]) =>
    join(conditions.filter((each) => !one.includes(each)));
  const rest = join(others);
  return [
    ...(rest === undefined ? [] : [{ text: rest, exclusion: undefined, rest: join(exclusions) }]),
    ...exclusions.map((condition) => ({
      text: printExpression(condition),
      exclusion: exclusionOf(condition),
      rest: without([condition]),
    })),
  ];
}

function join(parts: readonly FilterExpression[]): string | undefined {
  const [only] = parts;
  if (!only) return undefined;
  return printExpression(parts.length === 1 ? only : { kind: 'and', parts });
}

function exclusionOf(condition: FilterExpression): Exclusion | undefined {
  if (condition.kind !== 'not' || condition.part.kind !== 'compare') return undefined;
  const { field, operator, value } = condition.part;
  const ofLayer = layerFieldOf(field);
  if (ofLayer?.kind === 'inside' && operator === '=' && value === true)
    return { layer: ofLayer.layer, meters: null };
  if (ofLayer?.kind === 'distance' && operator === '<=' && typeof value === 'number')
    return { layer: ofLayer.layer, meters: value };
  return undefined;
}
