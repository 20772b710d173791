import { expect, test } from 'vitest';
import { createUiStore } from '../../../../renderer/stores/ui-store.ts';

const drawing = (vertices: number) => ({ vertices, squareMetres: null });

test('why a corner was refused stays until the next one is accepted, or another tool is chosen', () => {
  const ui = createUiStore();
  const { setDrawing, setRefusal, setTool } = ui.getState();
  setDrawing(drawing(3));
  setRefusal('The outline would cross itself.');
  // The pointer moves on.
  setDrawing(drawing(3));
  expect(ui.getState().refusal).toBe('The outline would cross itself.');
  setDrawing(drawing(4));
  expect(ui.getState().refusal).toBeNull();
  setRefusal('The outline would cross itself.');
  setTool('select');
  expect(ui.getState().refusal).toBeNull();
});
