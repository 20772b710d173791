import type { Position } from 'geojson';
import { errorText } from '../../../../../shared/error-text.ts';
import type { SimpleGeometry } from '../../../../../shared/geo/flatten-geometry.ts';
import type { Steps } from '../../../base/steps.ts';
import { bytesCell } from '../../file/cells.ts';
import { decodeLayerGeometry } from '../../file/layers/layer-geometry.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';
import { createRegion, type IndexedPolygon } from './region-index.ts';
import { visitRows } from './visit-rows.ts';

/** Parts of the features of a layer. Features are named by their index in `fids`. */
export type LayerShapes = {
  readonly fids: readonly number[];
  readonly regions: readonly (IndexedPolygon & { readonly feature: number })[];
  /** Straight pieces of lines, from longitude and latitude to longitude and latitude; points have no length. */
  readonly pieces: readonly number[];
  /** The feature of each piece. */
  readonly pieceFeatures: readonly number[];
};

/** The polygons of a layer's table, and its points and lines where they are requested. */
export function* readLayerShapes(
  sql: Sql,
  table: string,
  { withLines }: { readonly withLines: boolean },
): Steps<LayerShapes> {
  const fids: number[] = [];
  const regions: LayerShapes['regions'][number][] = [];
  const pieces: number[] = [];
  const pieceFeatures: number[] = [];
  const addLine = (positions: readonly Position[]) => {
    let [fromX = Number.NaN, fromY = Number.NaN] = positions[0] ?? [];
    for (const [x = Number.NaN, y = Number.NaN] of positions.length > 1 ? positions.slice(1) : positions) {
      pieces.push(fromX, fromY, x, y);
      pieceFeatures.push(fids.length - 1);
      [fromX, fromY] = [x, y];
    }
  };
  const add = (geometry: SimpleGeometry) => {
    for (const rings of polygonsOf(geometry)) {
      const region = createRegion(rings);
      if (region) regions.push({ ...region, feature: fids.length - 1 });
    }
    if (withLines) for (const line of linesOf(geometry)) addLine(line);
  };
  const addRow = (fid: number, row: SqlRow) => {
    fids.push(fid);
    for (const geometry of decodeFeature(fid, bytesCell(row, 'geom'))) add(geometry);
  };
  yield* visitRows(sql, table, ['geom'], addRow, { condition: 'geom NOT NULL' });
  return { fids, regions, pieces, pieceFeatures };
}

/** Another program may have written anything; without this feature a distance would be that to another one. */
function decodeFeature(fid: number, blob: Uint8Array): readonly SimpleGeometry[] {
  try {
    return decodeLayerGeometry(blob);
  } catch (cause) {
    throw new Error(
      `The geometry of feature ${fid} of the layer cannot be read: ${errorText(cause)} Correct it in the program that wrote it, or import the layer again.`,
      { cause },
    );
  }
}

function polygonsOf(geometry: SimpleGeometry): readonly (readonly (readonly Position[])[])[] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

/** Lines; a point is a line of one position. */
function linesOf(geometry: SimpleGeometry): readonly (readonly Position[])[] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]];
    case 'MultiPoint':
      return geometry.coordinates.map((position) => [position]);
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
      return geometry.coordinates;
    default:
      return [];
  }
}
