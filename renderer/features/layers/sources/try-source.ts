import type { MapSourceDraft } from '../../../../shared/map-sources/map-source.ts';
import type { MapSourceTest } from '../../../../shared/map-sources/map-source-state.ts';
import { type Result, succeed } from '../../../../shared/result.ts';
import { callApi } from '../../../api/call-api.ts';
import type { useApp } from '../../../context/app-context.tsx';
import type { GeotiffMetadata } from '../../../map/sources/geotiff-metadata.ts';

/** A tile of a source at the center of the map, or the metadata of a GeoTIFF. */
export type TriedSource =
  | { readonly kind: 'tile'; readonly tile: MapSourceTest }
  | { readonly kind: 'geotiff'; readonly metadata: GeotiffMetadata };

/** Tries a source that is not added yet; `id` is that of the source which it changes. */
export async function trySource(
  { api, engine }: ReturnType<typeof useApp>,
  draft: MapSourceDraft,
  id: string | null,
): Promise<Result<TriedSource>> {
  const { center, zoom } = engine.view();
  const position: [number, number] = [center[0], center[1]];
  const tried = await callApi(() => api.mapSources.tryOut.mutate({ draft, id, position, zoom }));
  if (!tried.ok) return tried;
  if (draft.kind !== 'geotiff') return succeed({ kind: 'tile', tile: tried.value });
  const { readGeotiffMetadata } = await import('../../../map/sources/geotiff-metadata.ts');
  const metadata = await readGeotiffMetadata(tried.value.address);
  return metadata.ok ? succeed({ kind: 'geotiff', metadata: metadata.value }) : metadata;
}
