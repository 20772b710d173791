import type { MultiLineString } from 'geojson';
import type { FrameState } from 'ol/Map.js';
import { fail, type Result } from '../../../shared/result.ts';
import { WorkerClient } from '../../ui/workers/worker-client.ts';
import { emptyShapes, type PackedShapes, shapeWorld } from '../shapes/packed-shapes.ts';
import { boundsAt } from '../shapes/shapes-at.ts';
import { ShapesLayer, type ShapesStyle } from '../shapes/shapes-layer.ts';
import type { ShapesSource } from '../shapes/shapes-worker.ts';

/** Outlines that are loaded from a feed (decision 29). Subclasses decide which of them are shown. */
export abstract class OutlineLayer {
  readonly layer: ShapesLayer;
  /** Loads, projects and triangulates outlines. */
  readonly #worker = new WorkerClient<ShapesSource, PackedShapes>(
    () => new Worker(new URL('../shapes/shapes-worker.ts', import.meta.url), { type: 'module' }),
  );

  constructor(style: ShapesStyle) {
    this.layer = new ShapesLayer(style);
  }

  /**
   * Loads outlines; returns how many there are and how many could not be read. What was drawn stays until then. A newer load
   * replaces it (`cancelled`).
   */
  async load(source: ShapesSource): Promise<Result<{ readonly count: number; readonly skipped: number }>> {
    this.#cancelLoad();
    const loaded = await this.#worker.call(source, typeof source === 'string' ? [] : [source]);
    if (!loaded.ok) return loaded;
    this.layer.show(loaded.value);
    this.update();
    const { count, skipped } = loaded.value;
    return { ok: true, value: { count, skipped } };
  }

  clear(): void {
    this.#cancelLoad();
    this.layer.show(emptyShapes);
  }

  /** Ids of the shown outlines under a pixel, the smallest first. */
  idsAt(pixel: readonly number[], frame: FrameState): number[] {
    return this.layer.slotsAt(pixel, frame).map((slot) => this.layer.shapes.ids[slot] as number);
  }

  /** A geometry that spans all shown outlines. */
  extent(): MultiLineString {
    return shapesExtent(this.layer.shapes, (slot) => this.layer.isShown(slot));
  }

  dispose(): void {
    this.#worker.terminate();
    this.layer.dispose();
  }

  #cancelLoad(): void {
    this.#worker.end(fail('cancelled', 'The outlines are being loaded anew.'));
  }

  /** Sets the colors of the loaded outlines; called after each load and when the color scheme changes. */
  abstract update(): void;
}

/** The diagonals of the matching shapes' bounding boxes, from which `boundsOf` computes their common one. */
export function shapesExtent(shapes: PackedShapes, matches: (slot: number) => boolean): MultiLineString {
  const coordinates: [number, number][][] = [];
  for (let slot = 0; slot < shapes.count; slot += 1) {
    if (!matches(slot)) continue;
    const [west, north, east, south] = boundsAt(shapes, slot);
    coordinates.push([
      [toLongitude(west), toLatitude(south)],
      [toLongitude(east), toLatitude(north)],
    ]);
  }
  return { type: 'MultiLineString', coordinates };
}

function toLongitude(x: number): number {
  return (x / shapeWorld) * 360 - 180;
}

function toLatitude(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / shapeWorld))) * 180) / Math.PI;
}
