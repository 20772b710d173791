import { type DetectionField, type LayerSummary, nearestField } from './detection-field.ts';

/** Whether a layer has areas that something can be inside of. */
export function hasAreas({ geometry }: Pick<LayerSummary, 'geometry'>): boolean {
  return geometry === 'polygons' || geometry === 'mixed';
}

/** The fields of detections about a layer. */
export function layerFields(layer: LayerSummary): readonly DetectionField[] {
  const { name, attributes } = layer;
  return [
    ...(hasAreas(layer) ? [`inside:${name}` as const] : []),
    `distance:${name}`,
    ...attributes.map((attribute) => nearestField(name, attribute.name)),
  ];
}

/** Those of them that are numbers. */
export function numericLayerFields({ name, attributes }: LayerSummary): readonly DetectionField[] {
  const numeric = attributes.filter(({ type }) => type !== 'text');
  return [`distance:${name}`, ...numeric.map((attribute) => nearestField(name, attribute.name))];
}
