import type { FrameState } from 'ol/Map.js';
import { expect, it, vi } from 'vitest';
import { DetectionsLayer } from '../../../../../renderer/map/detections/detections-layer.ts';

it('of a map that was closed before its first idle moment takes no context of the graphics card', () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  const getContext = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const start = () => {
    const layer = new DetectionsLayer(() => {});
    // Nothing of the frame is read before there are detections.
    layer.render({} as FrameState);
    return layer;
  };
  start().dispose();
  for (const run of idle.splice(0)) run();
  expect(getContext).not.toHaveBeenCalled();
  start();
  for (const run of idle.splice(0)) run();
  expect(getContext).toHaveBeenCalledTimes(1);
  getContext.mockRestore();
});
