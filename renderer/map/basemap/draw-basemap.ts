import { toLonLat, worldWidth } from '../map-projection.ts';
import { scaleDenominator } from '../scale-denominator.ts';
import type { BasemapRequest, ImageView } from './basemap-messages.ts';
import type { BasemapShapes, FlatShape } from './basemap-shapes.ts';
import { dashedCoastScale } from './coast-scale.ts';

type Context = OffscreenCanvasRenderingContext2D;
/** `[west, south, east, north]` in EPSG:3857. */
type Extent = readonly [west: number, south: number, east: number, north: number];

/** CSS pixels. */
const lineWidth = { solid: 0.8, dashed: 1.4 };
const dashes = [6, 5];
/** Corners closer than this to the one before are left out. Pixels. */
const minStep = 0.6;

/** Draws the shapes on every copy of the world in view. */
export function drawBasemap(
  context: Context,
  shapes: BasemapShapes,
  { part, view, colors }: Pick<BasemapRequest, 'part' | 'view' | 'colors'>,
): void {
  const pen = new Pen(context, view);
  context.fillStyle = colors.land;
  context.strokeStyle = colors.line;
  context.lineJoin = 'round';
  const [, latitude] = toLonLat(view.center);
  const isDashed = scaleDenominator(view.resolution, latitude) < dashedCoastScale;
  context.lineWidth = lineWidth[isDashed ? 'dashed' : 'solid'] * view.pixelRatio;
  if (isDashed) context.setLineDash(dashes.map((length) => length * view.pixelRatio));
  for (const shift of worldShifts(pen.extent)) {
    if (part === 'land') for (const shape of shapes.land) pen.fill(shape, shift);
    for (const shape of shapes.lines) pen.stroke(shape, shift);
  }
}

/** Offsets in EPSG:3857 of the copies of the world that an extent shows. */
function worldShifts([west, , east]: Extent): number[] {
  const first = Math.floor(west / worldWidth + 0.5);
  const last = Math.floor(east / worldWidth + 0.5);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * worldWidth);
}

/** Draws coordinates of EPSG:3857 in an image. */
class Pen {
  readonly extent: Extent;
  readonly #context: Context;
  readonly #view: ImageView;
  readonly #scale: number;
  readonly #cos: number;
  readonly #sin: number;

  constructor(context: Context, view: ImageView) {
    this.#context = context;
    this.#view = view;
    this.#scale = view.pixelRatio / view.resolution;
    this.#cos = Math.cos(view.rotation) * this.#scale;
    this.#sin = Math.sin(view.rotation) * this.#scale;
    const reach = Math.hypot(view.width, view.height) / 2 / this.#scale;
    const [x, y] = view.center;
    this.extent = [x - reach, y - reach, x + reach, y + reach];
  }

  fill(shape: FlatShape, shift: number): void {
    if (!this.#isInExtent(shape, shift)) return;
    this.#context.beginPath();
    let from = 0;
    for (const end of shape.ends) {
      this.#trace(shape.coordinates, from, end, shift);
      this.#context.closePath();
      from = end;
    }
    this.#context.fill();
  }

  stroke({ coordinates, ends }: FlatShape, shift: number): void {
    const [west, south, east, north] = this.extent;
    this.#context.beginPath();
    let from = 0;
    for (const end of ends) {
      // Only the runs of corners that can be seen; a coast is long.
      let start = from;
      for (let at = from; at + 2 < end; at += 2) {
        const [x1, y1] = [(coordinates[at] as number) + shift, coordinates[at + 1] as number];
        const [x2, y2] = [(coordinates[at + 2] as number) + shift, coordinates[at + 3] as number];
        const isOutside =
          (x1 < west && x2 < west) ||
          (x1 > east && x2 > east) ||
          (y1 < south && y2 < south) ||
          (y1 > north && y2 > north);
        if (!isOutside) continue;
        if (at > start) this.#trace(coordinates, start, at + 2, shift);
        start = at + 2;
      }
      if (end - start > 2) this.#trace(coordinates, start, end, shift);
      from = end;
    }
    this.#context.stroke();
  }

  /** Adds a line to the path. Its coordinates are subtracted from the center first: canvases have single precision. */
  #trace(coordinates: readonly number[], from: number, end: number, shift: number): void {
    const [centerX, centerY] = this.#view.center;
    const [middleX, middleY] = [this.#view.width / 2, this.#view.height / 2];
    let [lastX, lastY] = [Number.NaN, Number.NaN];
    for (let at = from; at < end; at += 2) {
      const east = (coordinates[at] as number) + shift - centerX;
      const south = centerY - (coordinates[at + 1] as number);
      const x = middleX + this.#cos * east - this.#sin * south;
      const y = middleY + this.#sin * east + this.#cos * south;
      const isLast = at + 2 >= end;
      if (!isLast && Math.abs(x - lastX) < minStep && Math.abs(y - lastY) < minStep) continue;
      if (at === from) this.#context.moveTo(x, y);
      else this.#context.lineTo(x, y);
      [lastX, lastY] = [x, y];
    }
  }

  #isInExtent(shape: FlatShape, shift: number): boolean {
    const [west, south, east, north] = shape.extent;
    const [minX, minY, maxX, maxY] = this.extent;
    return west + shift <= maxX && east + shift >= minX && south <= maxY && north >= minY;
  }
}
