import { fromUrl, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import proj4 from 'proj4';
import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import { findCrs, normalizeCrsName, supportedCrsText } from '../../../shared/map-sources/map-crs.ts';
import { fail, failBecause, type Result, succeed } from '../../../shared/result.ts';
import { registerWorkerDecoders } from './worker-decoders.ts';

/** The metadata of a GeoTIFF that is needed to draw it. */
export type GeotiffMetadata = {
  readonly width: number;
  readonly height: number;
  readonly bands: number;
  /** The sample format, such as `16-bit`. */
  readonly depth: string;
  readonly crs: string;
  readonly bounds: BoundingBox;
  /** From where the library that draws it takes its corner to be to where it is: x, y in units of `crs`. */
  readonly shift: readonly [number, number];
  /** The drawn bands, counted from 1: one as gray, three as red, green and blue. */
  readonly drawnBands: readonly number[];
  /** The CSS colors of a paletted image; null for others. */
  readonly palette: readonly string[] | null;
  /** The maximum integer value of a band. */
  readonly maxValue: number;
  /** The transparency band; null without one. */
  readonly alphaBand: number | null;
  /** The values shown as black and as white, for each drawn band; null when the values are colors. */
  readonly stretch: readonly { readonly low: number; readonly high: number }[] | null;
  /** A hint for the user, such as that drawing will be slow; null without one. */
  readonly advice: string | null;
};

/** Supported compressions, by their TIFF numbers. Others need WebAssembly, which the page's security policy forbids. */
const compressions: ReadonlySet<number> = new Set([1, 5, 7, 8, 32_773, 32_946, 50_001]);
const compressionNames: Readonly<Record<number, string>> = {
  6: 'old JPEG',
  34712: 'JPEG 2000',
  34887: 'LERC',
  50000: 'ZSTD',
  50002: 'JPEG XL',
};
registerWorkerDecoders();

/** A PhotometricInterpretation of TIFF 6.0. */
const palettePhotometric = 3;
const statisticsPixels = 512;
/** Without overviews, larger images are read completely when zoomed out. */
const largeWithoutOverviews = 4096;

/**
 * Reads the metadata of a GeoTIFF: a few kilobytes of its header, and its smallest overview where values are
 * stretched. Fails with `bad-response`.
 */
export async function readGeotiffMetadata(url: string): Promise<Result<GeotiffMetadata>> {
  try {
    const tiff = await fromUrl(url, { allowFullFile: false });
    return await metadataOf(tiff);
  } catch (error) {
    return failBecause('bad-response', (await readRefusal(url)) ?? 'The GeoTIFF cannot be read.', error);
  }
}

/** The reason why the host sends no bytes, which the reader of GeoTIFFs does not pass on; undefined when it sends them. */
async function readRefusal(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { headers: { range: 'bytes=0-0' } });
    if (response.ok) return undefined;
    const body: unknown = await response.json();
    const isRefusal = typeof body === 'object' && body !== null && 'reason' in body;
    return isRefusal && typeof body.reason === 'string' ? body.reason : undefined;
  } catch {
    return undefined;
  }
}

async function metadataOf(tiff: GeoTIFF): Promise<Result<GeotiffMetadata>> {
  const image = await tiff.getImage(0);
  const problem = await compressionProblem(image);
  if (problem !== undefined) return fail('bad-response', problem);
  const crs = crsOfImage(image);
  if (crs === undefined) return fail('bad-response', crsProblem(image));
  const placement = readPlacement({
    tiePoints: numbersAt(image, 'ModelTiepoint'),
    scale: numbersAt(image, 'ModelPixelScale'),
    transformation: numbersAt(image, 'ModelTransformation'),
    isPoint: image.getGeoKeys()?.GTRasterTypeGeoKey === 2,
  });
  if (!placement.ok) return placement;
  const bounds = boundsOfImage(image, crs, placement.value);
  if (!bounds) return fail('bad-response', 'The location of the GeoTIFF cannot be determined.');
  const bands = image.getSamplesPerPixel();
  const bits = image.getBitsPerSample();
  const alphaBand = await findAlphaBand(image);
  const colors = bands - (alphaBand === null ? 0 : 1);
  const drawnBands = colors >= 3 ? [1, 2, 3] : [1];
  const palette = await paletteOf(image);
  const isColor = palette !== null || (drawnBands.length === 3 && bits === 8);
  const count = await tiff.getImageCount();
  const isLarge = Math.max(image.getWidth(), image.getHeight()) > largeWithoutOverviews;
  return succeed({
    width: image.getWidth(),
    height: image.getHeight(),
    bands,
    depth: `${bits}-bit${image.getSampleFormat() === 3 ? ' float' : ''}`,
    crs,
    bounds,
    shift: placement.value,
    drawnBands,
    palette,
    maxValue: 2 ** bits - 1,
    alphaBand,
    stretch: isColor ? null : await stretchesOf(tiff, count, drawnBands),
    advice:
      count === 1 && isLarge
        ? 'It has no overviews, so it is slow to see from afar. gdal_translate -of COG makes one that is fast.'
        : null,
  });
}

async function compressionProblem(image: GeoTIFFImage): Promise<string | undefined> {
  const compression: unknown = await image.fileDirectory.loadValue('Compression');
  const number = typeof compression === 'number' ? compression : 1;
  if (!compressions.has(number)) {
    const name = compressionNames[number] ?? `number ${number}`;
    return `Its compression (${name}) cannot be read here. Write it anew with gdal_translate -of COG -co COMPRESS=DEFLATE.`;
  }
  return undefined;
}

/** The coordinate system, by its EPSG code. */
function crsOfImage(image: GeoTIFFImage): string | undefined {
  const number = epsgCode(image);
  const crs = number === undefined ? undefined : normalizeCrsName(`EPSG:${number}`);
  return crs !== undefined && findCrs(crs) ? crs : undefined;
}

function epsgCode(image: GeoTIFFImage): number | undefined {
  const keys = image.getGeoKeys();
  const number: unknown = keys?.ProjectedCSTypeGeoKey ?? keys?.GeographicTypeGeoKey;
  return typeof number === 'number' ? number : undefined;
}

function crsProblem(image: GeoTIFFImage): string {
  const number = epsgCode(image);
  const remedy = 'Warp it with gdalwarp -t_srs EPSG:3857 -of COG.';
  if (number === undefined) return `It does not state its coordinate system. ${remedy}`;
  const name = number === 32_767 ? 'one of its own' : `EPSG:${number}`;
  return `Its coordinate system (${name}) cannot be drawn here; these can: ${supportedCrsText}. ${remedy}`;
}

function numbersAt(
  image: GeoTIFFImage,
  tag: 'ModelTiepoint' | 'ModelPixelScale' | 'ModelTransformation',
): readonly number[] {
  return Array.from((image.fileDirectory.getValue(tag) ?? []) as ArrayLike<number>);
}

function boundsOfImage(
  image: GeoTIFFImage,
  crs: string,
  [right, up]: GeotiffMetadata['shift'],
): BoundingBox | undefined {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = image.getBoundingBox();
  const [west, south, east, north] = [x1 + right, y1 + up, x2 + right, y2 + up];
  if (crs === 'EPSG:4326') return [west, south, east, north];
  const project = proj4(findCrs(crs)?.definition ?? crs, 'EPSG:4326');
  const corners = [
    [west, south],
    [west, north],
    [east, south],
    [east, north],
    [(west + east) / 2, south],
    [(west + east) / 2, north],
  ].map((corner) => project.forward(corner));
  const longitudes = corners.map(([longitude]) => longitude ?? Number.NaN);
  const latitudes = corners.map(([, latitude]) => latitude ?? Number.NaN);
  const bounds: BoundingBox = [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ];
  return bounds.every(Number.isFinite) ? bounds : undefined;
}

/** TIFF 6.0, ExtraSamples: 1 and 2 are alpha. It describes the last bands. */
async function findAlphaBand(image: GeoTIFFImage): Promise<number | null> {
  const extra: unknown = await image.fileDirectory.loadValue('ExtraSamples');
  const kinds = typeof extra === 'number' ? [extra] : Array.from((extra ?? []) as ArrayLike<number>);
  const at = kinds.findIndex((kind) => kind === 1 || kind === 2);
  return at < 0 ? null : image.getSamplesPerPixel() - kinds.length + at + 1;
}

/** TIFF 6.0, ColorMap: all reds, then all greens, then all blues, in 16 bits. The nodata value is transparent. */
async function paletteOf(image: GeoTIFFImage): Promise<readonly string[] | null> {
  const { fileDirectory } = image;
  if ((await fileDirectory.loadValue('PhotometricInterpretation')) !== palettePhotometric) return null;
  const map = Array.from(((await fileDirectory.loadValue('ColorMap')) ?? []) as ArrayLike<number>);
  const count = map.length / 3;
  const nodata = image.getGDALNoData();
  const byteAt = (index: number) => (map[index] ?? 0) >> 8;
  return Array.from({ length: count }, (_color, index) => {
    const parts = [index, count + index, 2 * count + index].map(byteAt);
    return `rgba(${parts.join(', ')}, ${index === nodata ? 0 : 1})`;
  });
}

async function stretchesOf(tiff: GeoTIFF, count: number, drawn: readonly number[]) {
  const image = await tiff.getImage(await smallestOverview(tiff, count));
  const nodata = image.getGDALNoData();
  const width = Math.min(statisticsPixels, image.getWidth());
  const height = Math.max(1, Math.round((width * image.getHeight()) / image.getWidth()));
  const rasters = await image.readRasters({ samples: drawn.map((band) => band - 1), width, height });
  return Array.from(rasters as ArrayLike<ArrayLike<number>>).map((values) =>
    percentileStretch(values, nodata),
  );
}

/** The smallest overview with enough pixels for statistics; masks are skipped. */
async function smallestOverview(tiff: GeoTIFF, count: number): Promise<number> {
  let best = 0;
  let bestWidth = (await tiff.getImage(0)).getWidth();
  for (let index = 1; index < count; index += 1) {
    const image = await tiff.getImage(index);
    const kind: unknown = await image.fileDirectory.loadValue('NewSubfileType');
    const isMask = typeof kind === 'number' && (kind & 4) !== 0;
    const width = image.getWidth();
    if (!isMask && width < bestWidth && width >= statisticsPixels / 2) {
      best = index;
      bestWidth = width;
    }
  }
  return best;
}

/** The fraction of the values that is clipped to black, and to white. */
const clippedShare = 0.02;

/** The 2nd and 98th percentile of the values, ignoring `nodata` and NaN. `high` is always above `low`. */
export function percentileStretch(
  values: ArrayLike<number>,
  nodata: number | null,
): { readonly low: number; readonly high: number } {
  const counted = Float64Array.from(
    Array.from(values).filter((value) => Number.isFinite(value) && value !== nodata),
  ).sort();
  if (counted.length === 0) return { low: 0, high: 1 };
  const at = (share: number) => counted[Math.round(share * (counted.length - 1))] ?? 0;
  const low = at(clippedShare);
  const high = at(1 - clippedShare);
  return { low, high: high > low ? high : low + 1 };
}

/** The tags and the key that place a GeoTIFF (OGC 19-008r4, annex B); empty lists for those that are absent. */
export type PlacementTags = {
  /** Column, row, depth and x, y, z of each. */
  readonly tiePoints: readonly number[];
  readonly scale: readonly number[];
  /** Four by four, row by row. */
  readonly transformation: readonly number[];
  /** Whether coordinates are those of the centers of pixels (GTRasterTypeGeoKey). */
  readonly isPoint: boolean;
};

/**
 * The shift, x and y in the file's units, from an image's first tie point to its upper left corner. geotiff.js places
 * images by the tie point. Fails with `bad-response` for images that are no grid with north up.
 */
export function readPlacement(tags: PlacementTags): Result<readonly [number, number]> {
  const { tiePoints, scale, transformation, isPoint } = tags;
  const half = isPoint ? 0.5 : 0;
  if (transformation.length === 16 && tiePoints.length !== 6) {
    const [a = 0, b = 0, , , e = 0, f = 0] = transformation;
    if (b !== 0 || e !== 0) return refuse('It is rotated');
    return a > 0 && f < 0 ? succeed([-half * a, -half * f]) : refuse('It is mirrored or upside down');
  }
  if (tiePoints.length > 6) return refuse('It has ground control points only');
  const [width = 0, height = 0] = scale;
  if (tiePoints.length < 6 || width === 0) return refuse('It does not state where it lies');
  if (width < 0 || height < 0) return refuse('It is mirrored or upside down');
  const [column = 0, row = 0] = tiePoints;
  return succeed([-(column + half) * width, (row + half) * height]);
}

function refuse(reason: string): Result<never> {
  return fail(
    'bad-response',
    `${reason}, so it cannot be drawn here. Warp it with gdalwarp -t_srs EPSG:3857 -of COG.`,
  );
}
