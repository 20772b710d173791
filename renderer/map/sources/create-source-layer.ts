import LayerGroup from 'ol/layer/Group.js';
import type { MapSource } from '../../../shared/map-sources/map-source.ts';
import { createImageTilesLayer } from './image-tiles-layer.ts';
import type { SourceLayer, SourceLayerEvents } from './source-layer.ts';
import { healthyStatus } from './source-status.ts';
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

/** A GeoTIFF at a local URL, read in parts as needed for the view. */
function createGeotiffLayer(url: string, events: SourceLayerEvents): SourceLayer {
  const layer = new LayerGroup();
  let hasProblem = false;
  let latest = 0;
  const report = (problem: string | null, details?: string) => {
    hasProblem = problem !== null;
    events.status({ ...healthyStatus, problem, details });
  };
  const open = async () => {
    latest += 1;
    const ticket = latest;
    hasProblem = false;
    // The reader is large, and rarely needed.
    const { openGeotiff } = await import('./geotiff-raster.ts');
    const opened = await openGeotiff(url, (problem) => ticket === latest && report(problem));
    if (ticket !== latest) return;
    if (!opened.ok) return report(opened.failure.message, opened.failure.details);
    layer.getLayers().push(opened.value.layer);
    events.bounds(opened.value.bounds);
    report(null);
  };
  const clear = () => {
    latest += 1;
    for (const each of layer.getLayers().getArray()) each.dispose();
    layer.getLayers().clear();
  };
  void open();
  return {
    layer,
    setView: () => {},
    retry() {
      if (!hasProblem) return;
      clear();
      void open();
    },
    dispose: clear,
  };
}
