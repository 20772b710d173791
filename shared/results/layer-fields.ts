import { type DetectionField, type LayerSummary, layerFieldOf, nearestField } from './detection-field.ts';
import { fieldsOf } from './expression/fields-of.ts';
import { parseExpression } from './expression/parse-expression.ts';

/** Whether a layer has areas that something can be inside of. */
export function hasAreas({ geometry }: Pick<LayerSummary, 'geometry'>): boolean {
  return geometry === 'polygons' || geometry === 'mixed';
}

/** The fields of detections about a layer. */
export function layerFields(layer: LayerSummary): readonly DetectionField[] {
  const { name, attributes } = layer;
  return [
    ...(hasAreas(layer) ? ([`inside:${name}`, `edge:${name}`] as const) : []),
    `distance:${name}`,
    ...attributes.map((attribute) => nearestField(name, attribute.name)),
  ];
}

/** The fields of a layer that are numbers. */
export function numericLayerFields(layer: LayerSummary): readonly DetectionField[] {
  const { name, attributes } = layer;
  const numeric = attributes.filter(({ type, isBoolean }) => type !== 'text' && !isBoolean);
  const edge: readonly DetectionField[] = hasAreas(layer) ? [`edge:${name}`] : [];
  return [`distance:${name}`, ...edge, ...numeric.map((attribute) => nearestField(name, attribute.name))];
}

/** The names of the layers in an expression; none where it cannot be read. */
export function layersInExpression(expression: string | undefined): readonly string[] {
  const parsed = expression === undefined ? undefined : parseExpression(expression);
  if (!parsed?.ok) return [];
  return [...new Set(fieldsOf(parsed.expression).flatMap((field) => layerFieldOf(field)?.layer ?? []))];
}
