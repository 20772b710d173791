import { fail, type Result, succeed } from '../../../shared/result.ts';

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
