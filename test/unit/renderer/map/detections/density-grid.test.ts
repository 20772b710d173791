import { expect, test } from 'vitest';
import {
  densityCellPixels,
  densityGrid,
  densitySquareAt,
} from '../../../../../renderer/map/detections/density-grid.ts';
import { packX, packY } from '../../../../../shared/results/detection-feed.ts';

const view = {
  width: 803,
  height: 601,
  pixelRatio: 1,
  centerX: packX(120),
  centerY: packY(30),
  unitsPerPixel: 2 ** 32 / 256 / 2 ** 5,
  rotation: 0,
  sizeRadii: [2, 8] as const,
  showsShapes: false,
  radius: 4,
};

test('the square at a pixel contains it and is one of the grid, also in a rotated view', () => {
  for (const rotation of [0, 0.3, Math.PI]) {
    const turned = { ...view, rotation };
    const { originX, originY } = densityGrid(turned);
    for (const [x, y] of [
      [0, 0],
      [400.5, 300.2],
      [802, 600],
    ] as const) {
      const [topLeft = [0, 0], , bottomRight = [0, 0]] = densitySquareAt(turned, [x, y]);
      expect(topLeft[0]).toBeLessThanOrEqual(x);
      expect(topLeft[1]).toBeLessThanOrEqual(y);
      expect(bottomRight[0]).toBeGreaterThan(x);
      expect(bottomRight[1]).toBeGreaterThanOrEqual(y);
      expect(bottomRight[0] - topLeft[0]).toBeCloseTo(densityCellPixels);
      expect(bottomRight[1] - topLeft[1]).toBeCloseTo(densityCellPixels);
      const column = topLeft[0] / densityCellPixels + originX;
      const row = (view.height - bottomRight[1]) / densityCellPixels + originY;
      expect(column).toBeCloseTo(Math.round(column));
      expect(row).toBeCloseTo(Math.round(row));
    }
  }
});
