import type { MapSource } from '../../../shared/map-sources/map-source.ts';
import { createGeotiffLayer } from './geotiff-layer.ts';
import { createImageTilesLayer } from './image-tiles-layer.ts';
import type { SourceLayer, SourceLayerEvents } from './source-layer.ts';
import { createVectorTilesLayer } from './vector-tiles-layer.ts';

/** The layer that draws a source. */
export function createSourceLayer(source: MapSource, events: SourceLayerEvents): SourceLayer {
  switch (source.kind) {
    case 'geotiff':
      return createGeotiffLayer(`/sources/${source.id}`, events);
    case 'pmtiles':
      events.bounds(source.bounds);
      return source.content === 'vector'
        ? createVectorTilesLayer(source, events)
        : createImageTilesLayer(source, events);
    default:
      return createImageTilesLayer(source, events);
  }
}
