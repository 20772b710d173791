import type { BenchData } from '../bench-data.ts';
import '../bench-page.ts';

const drawCalls = ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'] as const;

/** Leaves out what WebGL draws while `window.stubDraws` is set; everything else, uploads too, is done. */
export function stubDraws(): void {
  for (const name of drawCalls) {
    const own = WebGL2RenderingContext.prototype[name] as (...values: unknown[]) => void;
    WebGL2RenderingContext.prototype[name] = function (this: WebGL2RenderingContext, ...values: unknown[]) {
      if (!window.stubDraws) own.apply(this, values);
    };
  }
}

/** The next frame. */
export function frame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Returns the mean time of a step, with one step per frame. */
export async function meanOfFrames(steps: number, step: (index: number) => void): Promise<number> {
  const times = await timesOfFrames(steps, step);
  return times.reduce((sum, time) => sum + time, 0) / steps;
}

/** Returns the time of each step, with one step per frame. */
export async function timesOfFrames(steps: number, step: (index: number) => void): Promise<number[]> {
  const times: number[] = [];
  let last = await frame();
  for (let index = 0; index < steps; index++) {
    step(index);
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  return times;
}

/**
 * Distance by which the map is dragged to the right at a step, in CSS pixels: to and fro, less than half of the view.
 */
export function draggedPixels(step: number): number {
  const [speed, farthest] = [6, 480];
  const along = (step * speed) % (2 * farthest);
  return along < farthest ? along : 2 * farthest - along;
}

/** Features of GeoJSON. */
export function toGeoJson({ longitude, latitude, category, time, confidence }: BenchData) {
  return {
    type: 'FeatureCollection',
    features: Array.from(longitude, (x, index) => ({
      type: 'Feature',
      properties: { category: category[index], time: time[index], confidence: confidence[index] },
      geometry: { type: 'Point', coordinates: [x, latitude[index]] },
    })),
  };
}
