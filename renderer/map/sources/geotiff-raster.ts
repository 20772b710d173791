import WebGLTileLayer from 'ol/layer/WebGLTile.js';
import { transformExtent } from 'ol/proj.js';
import GeoTIFFSource from 'ol/source/GeoTIFF.js';
import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import { type Result, succeed } from '../../../shared/result.ts';
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
  const { bounds, palette } = facts.value;
  // The last tiles reach beyond the image.
  const extent = transformExtent([...bounds], 'EPSG:4326', 'EPSG:3857');
  // Without a style the layer shows one band as grey, three as colours, and one more as opacity.
  const style = palette ? { style: { color: ['palette', ['band', 1], [...palette]] } } : {};
  return succeed({ layer: new WebGLTileLayer({ source, extent, ...style }), bounds });
}

function rasterSource(url: string, facts: GeotiffFacts): GeoTIFFSource {
  const { drawn, alpha, stretch, bands, palette, greatest } = facts;
  // Between the numbers of two colours stand those of others.
  if (palette) {
    return new GeoTIFFSource({
      wrapX: true,
      sources: [{ url, bands: [1] }],
      normalize: false,
      interpolate: false,
    });
  }
  const wanted = [...drawn, ...(alpha === null ? [] : [alpha])];
  // They go by the bands of the file, not by the chosen ones. Without them statistics in the file would be taken.
  const range = Array.from({ length: bands }, (_band, index) => stretch?.[drawn.indexOf(index + 1)]);
  return new GeoTIFFSource({
    normalize: true,
    wrapX: true,
    sources: [
      {
        url,
        bands: wanted,
        min: range.map((values) => values?.low ?? 0),
        max: range.map((values) => values?.high ?? greatest),
      },
    ],
    // JPEG keeps colours in another way.
    convertToRGB: 'auto',
  });
}
