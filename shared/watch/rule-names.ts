import type { LayerSummary, ParameterSummary, PropertySummary } from '../results/detection-field.ts';
import { parseExpression } from '../results/expression/parse-expression.ts';
import { unknownFields } from '../results/expression/unknown-fields.ts';

type Layers = readonly Pick<LayerSummary, 'name' | 'attributes'>[];

/** What a workspace has that the expressions of rules can name. */
export type NamesForRules = {
  readonly layers: Layers;
  /** Empty: none is known yet. */
  readonly properties: readonly PropertySummary[];
  readonly parameters: readonly ParameterSummary[];
};

/** A sentence for each layer, or attribute of one, that an expression names in vain: until it is there, nothing is evaluated. */
export function missingLayers(expression: string | undefined, layers: Layers): readonly string[] {
  return messagesOf(expression, { layers, properties: null, parameters: null });
}

/** A sentence for each property and parameter that an expression names and no detection has: nothing matches it. */
export function unmatchedNames(
  expression: string | undefined,
  { properties, parameters }: Omit<NamesForRules, 'layers'>,
): readonly string[] {
  // Before the first detections nothing is known of their properties.
  if (properties.length === 0) return [];
  return messagesOf(expression, { layers: null, properties, parameters });
}

function messagesOf(
  expression: string | undefined,
  { layers, properties, parameters }: { readonly [Name in keyof NamesForRules]: NamesForRules[Name] | null },
): readonly string[] {
  const parsed = expression === undefined ? null : parseExpression(expression);
  if (!parsed?.ok) return [];
  return unknownFields(parsed.expression, properties, parameters, layers).map(({ message }) => message);
}
