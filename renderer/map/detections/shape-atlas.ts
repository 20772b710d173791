import { type Ring, shapeNames, symbolShapes } from '../../../shared/results/symbol-shapes.ts';

/** Texels of one shape to each side, and what they cover: CSS pixels from the middle to an edge. */
export const atlasCell = 64;
export const atlasReach = 13;
/** Distances up to this many CSS pixels are distinguished. */
export const atlasRange = 4;

/**
 * The signed distances to the edges of all shapes, one byte a texel, side by side: 0 is `atlasRange` outside, 255 as much
 * inside. Distances, unlike a picture, stay sharp at every size.
 */
export function createShapeAtlas(): Uint8Array {
  const width = atlasCell * shapeNames.length;
  const texels = new Uint8Array(width * atlasCell);
  shapeNames.forEach((name, index) => {
    for (let row = 0; row < atlasCell; row++) {
      for (let column = 0; column < atlasCell; column++) {
        const distance = distanceInside(symbolShapes[name], toPixels(column), toPixels(row));
        const level = Math.min(1, Math.max(-1, distance / atlasRange));
        texels[row * width + index * atlasCell + column] = Math.round((level * 0.5 + 0.5) * 255);
      }
    }
  });
  return texels;
}

function toPixels(texel: number): number {
  return ((texel + 0.5) / atlasCell) * 2 * atlasReach - atlasReach;
}

/** The distance to the nearest edge, negative outside. */
function distanceInside(rings: readonly Ring[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  let isInside = false;
  for (const ring of rings) {
    ring.forEach(([x1, y1], index) => {
      const [x2, y2] = ring[(index + 1) % ring.length] as Ring[number];
      const [alongX, alongY] = [x2 - x1, y2 - y1];
      const share = ((x - x1) * alongX + (y - y1) * alongY) / (alongX ** 2 + alongY ** 2);
      const at = Math.min(1, Math.max(0, share));
      nearest = Math.min(nearest, Math.hypot(x - x1 - at * alongX, y - y1 - at * alongY));
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / alongY) * alongX) isInside = !isInside;
    });
  }
  return isInside ? nearest : -nearest;
}
