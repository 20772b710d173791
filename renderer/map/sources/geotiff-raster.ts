import WebGLTileLayer from 'ol/layer/WebGLTile.js';
import GeoTIFFSource from 'ol/source/GeoTIFF.js';
import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import type { Result } from '../../../shared/result.ts';
import { succeed } from '../../../shared/result.ts';
import { type GeotiffFacts, readGeotiffFacts } from './geotiff-facts.ts';
import { registerSystem } from './register-systems.ts';

/** A GeoTIFF as a layer, and where it lies. */
export type GeotiffRaster = { readonly layer: WebGLTileLayer; readonly bounds: BoundingBox };

/** Opens the GeoTIFF at an address of our own. `onProblem` is told of what fails later. */
export async function openGeotiff(
  url: string,
  onProblem: (problem: string) => void,
): Promise<Result<GeotiffRaster>> {
  const facts = await readGeotiffFacts(url);
  if (!facts.ok) return facts;
  registerSystem(facts.value.crs);
  const source = rasterSource(url, facts.value);
  source.on('change', () => {
    if (source.getState() !== 'error') return;
    onProblem(`The GeoTIFF cannot be drawn: ${source.getError()?.message ?? 'no reason is given'}`);
  });
  source.on('tileloaderror', () =>
    onProblem('A part of the GeoTIFF cannot be read. The file may be damaged.'),
  );
  // Without a colour of its own the layer shows one band as grey, three as colours, and one more as opacity.
  return succeed({ layer: new WebGLTileLayer({ source }), bounds: facts.value.bounds });
}

function rasterSource(url: string, { drawn, alpha, stretch, bands }: GeotiffFacts): GeoTIFFSource {
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
