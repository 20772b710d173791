import WebGLTileLayer from 'ol/layer/WebGLTile.js';
import { transformExtent } from 'ol/proj.js';
import GeoTIFFSource, { type Options as GeoTIFFOptions } from 'ol/source/GeoTIFF.js';
import type { State as SourceState } from 'ol/source/Source.js';
import TileGrid from 'ol/tilegrid/TileGrid.js';
import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import { type Result, succeed } from '../../../shared/result.ts';
import { type GeotiffMetadata, readGeotiffMetadata } from './geotiff-metadata.ts';
import { registerCrs } from './register-crs.ts';

/** A GeoTIFF as a layer, and its bounds. */
export type GeotiffRaster = { readonly layer: WebGLTileLayer; readonly bounds: BoundingBox };

/** Opens the GeoTIFF at a local URL. `onProblem` is called with later failures. */
export async function openGeotiff(
  url: string,
  onProblem: (problem: string) => void,
): Promise<Result<GeotiffRaster>> {
  const facts = await readGeotiffMetadata(url);
  if (!facts.ok) return facts;
  registerCrs(facts.value.crs);
  const source = rasterSource(url, facts.value);
  source.on('change', () => {
    if (source.getState() !== 'error') return;
    onProblem(`The GeoTIFF cannot be drawn: ${source.getError()?.message ?? 'no reason is given'}`);
  });
  source.on('tileloaderror', () =>
    onProblem('A part of the GeoTIFF cannot be read. The file may be damaged.'),
  );
  const { bounds, palette } = facts.value;
  // The last tiles extend beyond the image.
  const extent = transformExtent([...bounds], 'EPSG:4326', 'EPSG:3857');
  // Without a style the layer shows one band as gray, three as colors, and one more as opacity.
  const style = palette ? { style: { color: ['palette', ['band', 1], [...palette]] } } : {};
  return succeed({ layer: new WebGLTileLayer({ source, extent, ...style }), bounds });
}

/** A source whose tiles lie where the file places them: OpenLayers takes the first tie point for the corner. */
class PlacedSource extends GeoTIFFSource {
  readonly #shift: GeotiffMetadata['shift'];

  constructor(options: GeoTIFFOptions, shift: GeotiffMetadata['shift']) {
    super(options);
    this.#shift = shift;
  }

  override setState(state: SourceState): void {
    const [right, up] = this.#shift;
    if (state === 'ready' && this.tileGrid && (right !== 0 || up !== 0)) {
      this.tileGrid = shiftTileGrid(this.tileGrid, right, up);
    }
    super.setState(state);
  }
}

function shiftTileGrid(grid: TileGrid, right: number, up: number): TileGrid {
  const [x = 0, y = 0] = grid.getOrigin(grid.getMinZoom());
  const [west = 0, south = 0, east = 0, north = 0] = grid.getExtent() ?? [];
  const resolutions = grid.getResolutions();
  return new TileGrid({
    extent: [west + right, south + up, east + right, north + up],
    minZoom: grid.getMinZoom(),
    origin: [x + right, y + up],
    resolutions,
    tileSizes: resolutions.map((_resolution, z) => grid.getTileSize(z)),
  });
}

function rasterSource(url: string, facts: GeotiffMetadata): GeoTIFFSource {
  const { drawnBands, alphaBand, stretch, bands, palette, maxValue } = facts;
  // Palette indices must not be interpolated.
  if (palette) {
    return new PlacedSource(
      { wrapX: true, sources: [{ url, bands: [1] }], normalize: false, interpolate: false },
      facts.shift,
    );
  }
  const requestedBands = [...drawnBands, ...(alphaBand === null ? [] : [alphaBand])];
  // Indexed by the bands of the file, not by the drawn ones. Without them the statistics in the file would be used.
  const range = Array.from({ length: bands }, (_band, index) => stretch?.[drawnBands.indexOf(index + 1)]);
  const options: GeoTIFFOptions = {
    normalize: true,
    wrapX: true,
    sources: [
      {
        url,
        bands: requestedBands,
        min: range.map((values) => values?.low ?? 0),
        max: range.map((values) => values?.high ?? maxValue),
      },
    ],
    // JPEG compression uses another color space.
    convertToRGB: 'auto',
  };
  return new PlacedSource(options, facts.shift);
}
