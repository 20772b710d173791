import type { FrameState } from 'ol/Map.js';
import type { ImageView } from './basemap-messages.ts';

/** Margin of an image around the view on each side, as a fraction of its size. */
const margin = 0.25;
/** An image with more pixels, as of a picture for print, has no margin. */
const maxPixels = 16_000_000;

/** The frame of a map, as far as an image depends on it. */
export type ViewFrame = Pick<FrameState, 'size' | 'pixelRatio' | 'viewState'>;

/** The image to draw for a frame. */
export function imageViewFor({ size, pixelRatio, viewState }: ViewFrame): ImageView {
  const [width = 0, height = 0] = size.map((side) => side * pixelRatio);
  const factor = width * height * (1 + 2 * margin) ** 2 > maxPixels ? 1 : 1 + 2 * margin;
  const [x = 0, y = 0] = viewState.center;
  return {
    center: [x, y],
    resolution: viewState.resolution,
    rotation: viewState.rotation,
    pixelRatio,
    width: Math.max(1, Math.ceil(width * factor)),
    height: Math.max(1, Math.ceil(height * factor)),
  };
}

/** The CSS transform from pixels of an image to CSS pixels of the map. */
export function imageTransform(view: ImageView, frame: ViewFrame): string {
  const [a, b, x, y] = placement(view, frame);
  return `matrix(${a}, ${b}, ${-b}, ${a}, ${x}, ${y})`;
}

/** Whether an image covers a frame, with a part of its margin (0…1) left on each side if it has one. */
export function isCovering(view: ImageView, frame: ViewFrame, marginLeft: number): boolean {
  const [a, b, x, y] = placement(view, frame);
  const [width = 0, height = 0] = frame.size;
  const hasMargin = view.width > width * frame.pixelRatio + 1;
  const left = hasMargin ? margin * marginLeft : 0;
  const squared = a * a + b * b;
  // Half a pixel is lost where the image is moved by whole ones.
  const slack = 1;
  return [-left, 1 + left].every((right) =>
    [-left, 1 + left].every((down) => {
      const [atX, atY] = [right * width - x, down * height - y];
      const column = (a * atX + b * atY) / squared;
      const row = (a * atY - b * atX) / squared;
      return column >= -slack && row >= -slack && column <= view.width + slack && row <= view.height + slack;
    }),
  );
}

/** Cosine and sine of the rotation times the scale, and the position of the upper left corner in CSS pixels. */
function placement(
  view: ImageView,
  { size, pixelRatio, viewState }: ViewFrame,
): [number, number, number, number] {
  const [width = 0, height = 0] = size;
  const { center, resolution, rotation } = viewState;
  const scale = view.resolution / resolution / view.pixelRatio;
  const turn = rotation - view.rotation;
  const [a, b] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  const east = (view.center[0] - (center[0] ?? 0)) / resolution;
  const south = ((center[1] ?? 0) - view.center[1]) / resolution;
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const x = width / 2 + cos * east - sin * south - (a * view.width - b * view.height) / 2;
  const y = height / 2 + sin * east + cos * south - (b * view.width + a * view.height) / 2;
  // An image of the same zoom stays sharp when it is moved by whole pixels.
  const isSame = turn === 0 && view.resolution === resolution && view.pixelRatio === pixelRatio;
  const snapped = (value: number) => (isSame ? Math.round(value * pixelRatio) / pixelRatio : value);
  return [a, b, snapped(x), snapped(y)];
}
