import type { LayerFeatureRequest } from '../../shared/layers/vector-layer.ts';

/** The id by which the inspector names a feature of a layer of the user's. */
export function toFeatureId({ id, fid }: LayerFeatureRequest): string {
  return `${id}/${fid}`;
}

/** The feature with such an id. */
export function readFeatureId(featureId: string): LayerFeatureRequest {
  const [id = '', number = ''] = featureId.split('/');
  return { id, fid: Number(number) };
}
