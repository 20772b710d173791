import type OlMap from 'ol/Map.js';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { mapColors } from '../map-colors.ts';
import { toContinuousLonLat, toMapCoordinate } from '../map-projection.ts';
import type { PictureView } from './picture-view.ts';

/** The size of a picture of the map. */
export type PictureSize = {
  /** CSS pixels. The picture shows the visible map, and more where its proportions differ. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture per CSS pixel. */
  readonly pixelRatio: number;
  /** Metres of EPSG:3857 per CSS pixel; by default those that show at least what the screen does. */
  readonly resolution?: number;
  /** The center, past ±180 on copies of the world; by default that of the screen. */
  readonly center?: LonLat;
};

/** The rendered map, and its view for writing a legend around it. */
export type MapPicture = {
  readonly canvas: HTMLCanvasElement;
  readonly view: PictureView;
  /** False where something, such as a map source that does not respond, was not rendered in time. */
  readonly isComplete: boolean;
};

/** Timeout for map sources that do not respond. */
const renderTimeoutMs = 20_000;

/**
 * Renders the map at another size (decision 61) and copies it from the screen's canvases. In the meantime the map on
 * the screen is covered by a copy of its previous content. Fails with `cancelled`, and with `too-large` when the
 * graphics card reduces the requested size. `arrange` changes what is drawn in a view, and returns a function that undoes it.
 */
export async function takeMapPicture(
  map: OlMap,
  pictureSize: PictureSize,
  arrange: (view: PictureView) => () => void,
  signal: AbortSignal,
): Promise<Result<MapPicture>> {
  const { width, height, pixelRatio } = pictureSize;
  const view = map.getView();
  const [size, ratio, resolution] = [map.getSize(), map.getPixelRatio(), view.getResolution()];
  const center = view.getCenter();
  const viewport = map.getViewport();
  if (!viewport || !size?.[0] || !size[1] || resolution === undefined || !center) {
    return fail('invalid-input', 'The map has no size to take a picture of. Make the window larger.');
  }
  view.cancelAnimations();
  const uncover = cover(map, viewport, size);
  // OpenLayers keeps a tall or wide view within the world: it may have moved the center and zoomed in.
  const viewNow = (): PictureView => ({
    center: toContinuousLonLat(view.getCenter() ?? center),
    resolution: view.getResolution() ?? resolution,
    rotation: view.getRotation(),
    width,
    height,
  });
  let undo = () => {};
  // OpenLayers follows the element, whose size changes with the panels around it.
  const retainSize = () => {
    const [nowWidth, nowHeight] = map.getSize() ?? [];
    if (nowWidth !== width || nowHeight !== height) map.setSize([width, height]);
  };
  try {
    view.setResolution(pictureSize.resolution ?? resolution * Math.max(size[0] / width, size[1] / height));
    map.setPixelRatio(pixelRatio);
    map.setSize([width, height]);
    map.on('change:size', retainSize);
    if (pictureSize.center) view.setCenter(toMapCoordinate(pictureSize.center));
    undo = arrange(viewNow());
    const isComplete = await waitUntilRendered(map, signal);
    if (signal.aborted) return fail('cancelled', 'The picture was cancelled.');
    // Browsers clear a WebGL canvas once it has been shown, so it is drawn and copied within one task.
    map.renderSync();
    const composed = composeLayers(viewport, { width, height, pixelRatio, background: mapColors().sea });
    if (!composed) {
      return fail('too-large', 'The graphics card cannot draw a picture of this size. Choose a smaller one.');
    }
    return succeed({
      canvas: composed,
      view: viewNow(),
      isComplete,
    });
  } finally {
    undo();
    map.un('change:size', retainSize);
    map.setPixelRatio(ratio);
    map.updateSize();
    view.setResolution(resolution);
    view.setCenter(center);
    map.renderSync();
    uncover();
  }
}

/** Covers the map with a copy of its content, so that rendering at another size is not visible. */
function cover(map: OlMap, viewport: HTMLElement, size: readonly number[]): () => void {
  map.renderSync();
  const [width = 0, height = 0] = size;
  const seen = composeLayers(viewport, {
    width,
    height,
    pixelRatio: map.getPixelRatio(),
    background: mapColors().sea,
  });
  if (!seen) return () => {};
  Object.assign(seen.style, { position: 'absolute', inset: '0', width: `${width}px`, height: `${height}px` });
  viewport.append(seen);
  return () => seen.remove();
}

/**
 * Resolves with true once everything is drawn, with false when it is cancelled or no frame was drawn for a while: a slow
 * computer may need long for a large picture, a source that does not respond lets nothing be drawn.
 */
function waitUntilRendered(map: OlMap, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isComplete: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      map.un('rendercomplete', complete);
      map.un('postrender', restartTimer);
      resolve(isComplete);
    };
    const complete = () => end(true);
    const stop = () => end(false);
    let timer = setTimeout(stop, renderTimeoutMs);
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(stop, renderTimeoutMs);
    };
    signal.addEventListener('abort', stop);
    map.on('rendercomplete', complete);
    map.on('postrender', restartTimer);
    map.render();
    if (signal.aborted) stop();
  });
}

/** The size of the composed picture. */
type ComposedSize = {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Canvas pixels per CSS pixel. */
  readonly pixelRatio: number;
  readonly background: string;
};

/**
 * Composes the canvases of a map's layers into one, as the browser shows them. Must run in the task that drew them.
 * Null where the graphics card has reduced the size of a canvas.
 */
function composeLayers(
  viewport: HTMLElement,
  { width, height, pixelRatio, background }: ComposedSize,
): HTMLCanvasElement | null {
  const whole = document.createElement('canvas');
  whole.width = Math.round(width * pixelRatio);
  whole.height = Math.round(height * pixelRatio);
  const context = whole.getContext('2d');
  if (!context) return null;
  context.fillStyle = background;
  context.fillRect(0, 0, whole.width, whole.height);
  for (const canvas of viewport.querySelectorAll<HTMLCanvasElement>('.ol-layers canvas')) {
    if (canvas.width === 0 || canvas.height === 0) continue;
    if (isTruncated(canvas)) return null;
    context.globalAlpha = opacityOf(canvas, viewport);
    const [a, b, c, d, e, f] = transformOf(canvas);
    context.setTransform(
      a * pixelRatio,
      b * pixelRatio,
      c * pixelRatio,
      d * pixelRatio,
      e * pixelRatio,
      f * pixelRatio,
    );
    context.drawImage(canvas, 0, 0);
  }
  return whole;
}

/** Whether a WebGL context has fewer pixels than its canvas requested. */
function isTruncated(canvas: HTMLCanvasElement): boolean {
  const gl = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
  return gl !== null && (gl.drawingBufferWidth < canvas.width || gl.drawingBufferHeight < canvas.height);
}

function opacityOf(canvas: HTMLElement, viewport: HTMLElement): number {
  let opacity = 1;
  for (
    let element: HTMLElement | null = canvas;
    element && element !== viewport;
    element = element.parentElement
  ) {
    if (element.style.opacity !== '') opacity *= Number(element.style.opacity);
    if (element.style.display === 'none' || element.style.visibility === 'hidden') return 0;
  }
  return opacity;
}

type Matrix = readonly [number, number, number, number, number, number];

/**
 * The transform from canvas pixels to CSS pixels of the map: the CSS transform of OpenLayers canvases, else by width.
 */
function transformOf(canvas: HTMLCanvasElement): Matrix {
  const numbers = /^matrix\(([^)]*)\)$/.exec(canvas.style.transform)?.[1]?.split(',').map(Number);
  if (numbers?.length === 6 && numbers.every(Number.isFinite)) return numbers as unknown as Matrix;
  const cssWidth = Number.parseFloat(canvas.style.width) || canvas.width;
  const cssHeight = Number.parseFloat(canvas.style.height) || canvas.height;
  return [cssWidth / canvas.width, 0, 0, cssHeight / canvas.height, 0, 0];
}
