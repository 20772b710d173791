import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { expect, test } from 'vitest';
import { EditTool } from '../../../../../renderer/map/drawing/edit-tool.ts';
import type { ShapeOverlay } from '../../../../../renderer/map/drawing/shape-overlay.ts';
import { toMapCoordinate } from '../../../../../renderer/map/map-projection.ts';
import type { AreaShape } from '../../../../../shared/areas/area.ts';
import { rectangle } from '../../../../builders/positions.ts';

const square: AreaShape = {
  kind: 'polygon',
  polygon: rectangle(0, 0, 10, 10),
};

function start() {
  const finished: AreaShape[] = [];
  const overlay = { show() {}, clear() {} } as unknown as ShapeOverlay;
  const tool = new EditTool(overlay, {
    finished: (shape) => finished.push(shape),
    refused() {},
    drawing() {},
  });
  // A pixel is 1,000 m.
  const toPixel = ([x = 0, y = 0]: readonly number[]) => [x / 1_000, y / 1_000];
  const send = (type: string, position: [number, number]) => {
    const coordinate = toMapCoordinate(position);
    const originalEvent = { button: 0, pointerType: 'mouse', isPrimary: true, preventDefault() {} };
    tool.handleEvent({
      ...{ type, coordinate, pixel: toPixel(coordinate), originalEvent, activePointers: [originalEvent] },
      ...{ map: { getPixelFromCoordinate: toPixel }, preventDefault() {}, stopPropagation() {} },
    } as unknown as MapBrowserEvent);
  };
  return { tool, finished, send };
}

test('a drag goes on when the areas are loaded again, also after the change before it was saved', () => {
  const { tool, finished, send } = start();
  tool.start(square, 0);
  send('pointerdown', [10, 10]);
  send('pointerdrag', [11, 11]);
  tool.start(structuredClone(square), 0);
  send('pointerup', [11, 11]);
  expect(finished).toHaveLength(1);

  send('pointerdown', [0, 10]);
  send('pointerdrag', [1, 12]);
  tool.start(structuredClone(finished[0] ?? square), 0);
  send('pointerup', [1, 12]);
  expect(finished).toHaveLength(2);

  send('pointerdown', [10, 0]);
  send('pointerdrag', [12, 1]);
  tool.start({ kind: 'circle', center: [0, 0], radiusMetres: 5_000 }, 0);
  send('pointerup', [12, 1]);
  expect(finished).toHaveLength(2);
});
