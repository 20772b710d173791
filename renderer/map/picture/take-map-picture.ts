import type OlMap from 'ol/Map.js';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { mapColors } from '../map-colors.ts';
import { toContinuousLonLat } from '../map-projection.ts';
import { composeLayers } from './compose-layers.ts';
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
  try {
    view.setResolution(pictureSize.resolution ?? resolution * Math.max(size[0] / width, size[1] / height));
    map.setPixelRatio(pixelRatio);
    map.setSize([width, height]);
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
    map.setPixelRatio(ratio);
    map.setSize(size);
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

/** Resolves with true once everything is drawn, with false after the timeout or when it is cancelled. */
function waitUntilRendered(map: OlMap, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isComplete: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      map.un('rendercomplete', complete);
      resolve(isComplete);
    };
    const complete = () => end(true);
    const stop = () => end(false);
    const timer = setTimeout(stop, renderTimeoutMs);
    signal.addEventListener('abort', stop);
    map.on('rendercomplete', complete);
    map.render();
    if (signal.aborted) stop();
  });
}
