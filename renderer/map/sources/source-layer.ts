import type BaseLayer from 'ol/layer/Base.js';
import type Source from 'ol/source/Source.js';
import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import type { MissingTiles } from './missing-tiles.ts';
import type { SourceStatus } from './source-status.ts';

/** A source on the map. */
export type MapSourceLayer = {
  readonly layer: BaseLayer;
  /** Sets the visible box and the zoom. */
  setView(box: BoundingBox | null, zoom: number): void;
  /** Retries what has failed. */
  retry(): void;
  dispose(): void;
};

/** Events of a source layer. */
export type SourceLayerEvents = {
  status(status: SourceStatus): void;
  /** The bounds, once they are known; `[west, south, east, north]` in degrees. */
  bounds(bounds: BoundingBox): void;
};

/** A source of tiles on the map. Disposing it disposes the layer and its source, too. */
export function tiledSourceLayer(layer: BaseLayer, source: Source, missing: MissingTiles): MapSourceLayer {
  return {
    layer,
    setView: (box, zoom) => missing.setView(box, zoom),
    retry: () => missing.retry(),
    dispose() {
      missing.dispose();
      layer.dispose();
      source.dispose();
    },
  };
}
