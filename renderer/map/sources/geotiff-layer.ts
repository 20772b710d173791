import LayerGroup from 'ol/layer/Group.js';
import WebGLTileLayer from 'ol/layer/WebGLTile.js';
import GeoTIFFSource from 'ol/source/GeoTIFF.js';
import { soundSource } from '../../stores/sources-store.ts';
import { type GeotiffFacts, readGeotiffFacts } from './geotiff-facts.ts';
import { registerSystem } from './register-systems.ts';
import type { SourceLayer, SourceReports } from './source-layer.ts';

/** A GeoTIFF at an address of our own, read part by part as it is looked at. */
export function createGeotiffLayer(url: string, reports: SourceReports): SourceLayer {
  const layer = new LayerGroup();
  let isDisposed = false;
  const begin = async () => {
    const facts = await readGeotiffFacts(url);
    if (isDisposed) return;
    if (!facts.ok) return tell(facts.failure.message);
    const { bounds, crs } = facts.value;
    registerSystem(crs);
    const source = rasterSource(url, facts.value);
    source.on('change', () => {
      if (source.getState() === 'error')
        tell(`The GeoTIFF cannot be drawn: ${source.getError()?.message ?? ''}`);
    });
    source.on('tileloaderror', () => tell('A part of the GeoTIFF cannot be read. The file may be damaged.'));
    // Without a colour of its own the layer shows one band as grey, three as colours, and one more as opacity.
    layer.getLayers().push(new WebGLTileLayer({ source }));
    reports.bounds(bounds);
    reports.status(soundSource);
  };
  const tell = (problem: string) => reports.status({ ...soundSource, problem });
  void begin();
  return {
    layer,
    setView: () => {},
    retry() {
      layer.getLayers().clear();
      void begin();
    },
    dispose() {
      isDisposed = true;
      for (const each of layer.getLayers().getArray()) each.dispose();
    },
  };
}

function rasterSource(url: string, { drawn, alpha, stretch, bands }: GeotiffFacts) {
  const wanted = [...drawn, ...(alpha === null ? [] : [alpha])];
  // `min` and `max` go by the bands of the file, not by the chosen ones.
  const byBand = (pick: 'low' | 'high') =>
    Array.from({ length: bands }, (_band, index) => stretch?.[drawn.indexOf(index + 1)]?.[pick]);
  return new GeoTIFFSource({
    sources: [{ url, bands: wanted, ...(stretch ? { min: byBand('low'), max: byBand('high') } : {}) }],
    normalize: true,
    wrapX: true,
  });
}
