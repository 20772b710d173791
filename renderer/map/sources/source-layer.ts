import type BaseLayer from 'ol/layer/Base.js';
import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import type { MapSource } from '../../../shared/map-sources/map-source.ts';
import type { SourceStatus } from '../../stores/sources-store.ts';
import { createGeotiffLayer } from './geotiff-layer.ts';
import { createImageTilesLayer } from './image-tiles-layer.ts';
import { createVectorTilesLayer } from './vector-tiles-layer.ts';

/** A source on the map. */
export type SourceLayer = {
  readonly layer: BaseLayer;
  /** Tells what is seen now, and at which zoom. */
  setView(box: BoundingBox | null, zoom: number): void;
  /** Asks again for what could not be had. */
  retry(): void;
  dispose(): void;
};

/** What a source tells of itself while it is drawn. */
export type SourceReports = {
  status(status: SourceStatus): void;
  /** Where it lies, once that is known; `[west, south, east, north]` in degrees. */
  bounds(bounds: BoundingBox): void;
};

/** The layer that draws a source. */
export function createSourceLayer(source: MapSource, reports: SourceReports): SourceLayer {
  switch (source.kind) {
    case 'geotiff':
      return createGeotiffLayer(`/sources/${source.id}`, reports);
    case 'pmtiles':
      reports.bounds(source.bounds);
      return source.content === 'vector'
        ? createVectorTilesLayer(source, reports)
        : createImageTilesLayer(source, reports);
    default:
      return createImageTilesLayer(source, reports);
  }
}
