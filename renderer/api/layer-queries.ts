import { queryOptions } from '@tanstack/react-query';
import type { LayerFeatureRequest, LayerPageRequest } from '../../shared/layers/vector-layer.ts';
import { unwrap } from '../ui/failure-error.ts';
import type { Api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** A page of the features of a layer of the user's. */
export function layerPageQuery(api: Api, page: LayerPageRequest) {
  return {
    queryKey: queryKeys.layerFeatures(page),
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      unwrap(await api.layers.features.query(page, { signal })),
  };
}

/** A feature of a layer with its geometry; null when there is no such one. */
export function layerFeatureQuery(api: Api, feature: LayerFeatureRequest) {
  return queryOptions({
    queryKey: queryKeys.layerFeature(feature),
    queryFn: async ({ signal }) => unwrap(await api.layers.feature.query(feature, { signal })),
  });
}
