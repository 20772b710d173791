import LayerGroup from 'ol/layer/Group.js';
import { soundSource } from '../../stores/sources-store.ts';
import type { SourceLayer, SourceReports } from './source-layer.ts';

/** A GeoTIFF at an address of our own, read part by part as it is looked at. */
export function createGeotiffLayer(url: string, reports: SourceReports): SourceLayer {
  const layer = new LayerGroup();
  let hasProblem = false;
  let latest = 0;
  const tell = (problem: string | null) => {
    hasProblem = problem !== null;
    reports.status({ ...soundSource, problem });
  };
  const begin = async () => {
    latest += 1;
    const ticket = latest;
    hasProblem = false;
    // The reader is large, and most have no GeoTIFF.
    const { openGeotiff } = await import('./geotiff-raster.ts');
    const opened = await openGeotiff(url, (problem) => ticket === latest && tell(problem));
    if (ticket !== latest) return;
    if (!opened.ok) return tell(opened.failure.message);
    layer.getLayers().push(opened.value.layer);
    reports.bounds(opened.value.bounds);
    tell(null);
  };
  const clear = () => {
    latest += 1;
    for (const each of layer.getLayers().getArray()) each.dispose();
    layer.getLayers().clear();
  };
  void begin();
  return {
    layer,
    setView: () => {},
    retry() {
      if (!hasProblem) return;
      clear();
      void begin();
    },
    dispose: clear,
  };
}
