import { queryOptions } from '@tanstack/react-query';
import type { LayerFeatureRequest, LayerPageRequest } from '../../shared/layers/vector-layer.ts';
import type { Api } from './client.ts';
import { queryKeys } from './query-keys.ts';
import { resultQuery } from './result-query.ts';

/** A page of the features of a layer of the user's. */
export function layerPageQuery(api: Api, page: LayerPageRequest) {
  return resultQuery(queryKeys.layerFeatures(page), api.layers.features, page);
}

/** A feature of a layer with its geometry; null when there is no such one. */
export function layerFeatureQuery(api: Api, feature: LayerFeatureRequest) {
  return queryOptions(resultQuery(queryKeys.layerFeature(feature), api.layers.feature, feature));
}
