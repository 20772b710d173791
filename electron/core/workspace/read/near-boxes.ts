import type { BoundingBox } from '../../../../shared/geo/geometry.ts';
import type { DetectionColumns } from '../file/columns/detection-chunk.ts';
import type { AreaEnvelopes } from './memory/area-envelopes.ts';

/** Degrees of a cell's side. */
const cellSize = 4;
const columns = 360 / cellSize;
const rows = 180 / cellSize;

/**
 * A mask of the detections in any of the boxes: points in it, edges included, and areas whose extent reaches
 * into it. No box may cross the antimeridian. One loop over the detections however many boxes there are: a grid gives
 * which of them a point may be in.
 */
export function nearBoxes(
  { longitude, latitude, count }: DetectionColumns,
  envelopes: AreaEnvelopes,
  boxes: readonly BoundingBox[],
): Uint8Array {
  const mask = new Uint8Array(count);
  const cells = toCells(boxes);
  for (let position = 0; position < count; position += 1) {
    const x = longitude[position] as number;
    const y = latitude[position] as number;
    const inCell = cells[cellAt(rowAt(y), columnAt(x))];
    if (inCell?.some(([west, south, east, north]) => x >= west && x <= east && y >= south && y <= north)) {
      mask[position] = 1;
    }
  }
  for (let area = 0; area < envelopes.positions.length; area += 1) {
    const meets = boxes.some(([west, south, east, north]) => envelopes.meets(area, west, south, east, north));
    mask[envelopes.positions[area] as number] = meets ? 1 : 0;
  }
  return mask;
}

/** The boxes that touch each cell. */
function toCells(boxes: readonly BoundingBox[]): (BoundingBox[] | undefined)[] {
  const cells = new Array<BoundingBox[] | undefined>(columns * rows).fill(undefined);
  for (const box of boxes) {
    const [west, south, east, north] = box;
    for (let row = rowAt(south); row <= rowAt(north); row += 1) {
      for (let column = columnAt(west); column <= columnAt(east); column += 1) {
        const cell = cellAt(row, column);
        const known = cells[cell];
        if (known) known.push(box);
        else cells[cell] = [box];
      }
    }
  }
  return cells;
}

function cellAt(row: number, column: number): number {
  return row * columns + column;
}

/** Positions beyond the edges of the world belong to the cells there. */
function columnAt(longitude: number): number {
  return Math.min(columns - 1, Math.max(0, Math.floor((longitude + 180) / cellSize)));
}

function rowAt(latitude: number): number {
  return Math.min(rows - 1, Math.max(0, Math.floor((latitude + 90) / cellSize)));
}
