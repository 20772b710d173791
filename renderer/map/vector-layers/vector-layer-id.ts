import type BaseObject from 'ol/Object.js';

/** The property of a layer of the map that is one of the user's: its id. */
export const vectorLayerProperty = 'vectorLayerId';

/** The id of the layer of the user's that a layer of the map is; undefined for any other. */
export function vectorLayerIdOf(layer: Pick<BaseObject, 'get'> | null): string | undefined {
  const id: unknown = layer?.get(vectorLayerProperty);
  return typeof id === 'string' ? id : undefined;
}
