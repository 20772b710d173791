import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import Source from 'ol/source/Source.js';
import ViewHint from 'ol/ViewHint.js';
import { worldWidth } from '../map-projection.ts';
import type { BasemapColors, ImageView } from './basemap-messages.ts';
import { imageTransform, imageViewFor, isCovering } from './image-view.ts';

/** An image is drawn at another zoom while the view moves, up to this factor. */
const maxScale = 2;

/** Requests an image; the response is passed to `show`. */
export type RequestImage = (view: ImageView, colors: BasemapColors) => number;

type ShownImage = { readonly id: number; readonly view: ImageView; readonly colors: BasemapColors };

/**
 * An image of the basemap that a worker draws, with a margin around the view. While the view moves, it is moved, scaled
 * and rotated; at rest it is replaced by one of exactly this view.
 */
export class BasemapLayer extends Layer<Source> {
  /** Wraps the canvas: OpenLayers would draw the next layer into a bare canvas. */
  readonly #frame = document.createElement('div');
  readonly #canvas = document.createElement('canvas');
  readonly #context = this.#canvas.getContext('bitmaprenderer');
  readonly #request: RequestImage;
  readonly #colors: () => BasemapColors;
  #shown: ShownImage | null = null;
  #requested: ShownImage | null = null;
  #isWaiting = false;
  /** The last view whose image could not be drawn. */
  #failed: ImageView | null = null;

  constructor(request: RequestImage, colors: () => BasemapColors) {
    super({ source: new Source({}) });
    this.#request = request;
    this.#colors = colors;
    this.#frame.className = 'basemap-layer';
    Object.assign(this.#frame.style, { position: 'absolute', inset: '0', pointerEvents: 'none' });
    Object.assign(this.#canvas.style, { position: 'absolute', transformOrigin: '0 0' });
    this.#frame.append(this.#canvas);
  }

  /** Shows the image of a request, unless a later one is shown. */
  show(id: number, image: ImageBitmap, isFinal: boolean): void {
    if (id === this.#requested?.id) {
      this.#shown = this.#requested;
      // The size of the canvas does not follow from that of the image.
      if (this.#canvas.width !== image.width) this.#canvas.width = image.width;
      if (this.#canvas.height !== image.height) this.#canvas.height = image.height;
      this.#context?.transferFromImageBitmap(image);
      this.#isWaiting = false;
      this.#setLoading(!isFinal);
    } else image.close();
    this.changed();
  }

  /** Requests no image until the map has another size, such as after a picture that was too large. */
  fail(): void {
    this.#failed = this.#requested?.view ?? null;
    this.#isWaiting = false;
    this.#setLoading(false);
    this.changed();
  }

  override render(frameState: FrameState | null): HTMLElement | null {
    if (!frameState) return null;
    this.rendered = true;
    this.#requestImage(frameState);
    this.#frame.style.opacity = String(frameState.layerStatesArray[frameState.layerIndex]?.opacity ?? 1);
    if (this.#shown) {
      this.#canvas.style.transform = imageTransform(onNearestCopy(this.#shown.view, frameState), frameState);
    }
    return this.#frame;
  }

  #requestImage(frameState: FrameState): void {
    if (this.#isWaiting || !this.#needsImage(frameState)) return;
    const [view, colors] = [imageViewFor(frameState), this.#colors()];
    if (view.width === this.#failed?.width && view.height === this.#failed.height) return;
    this.#requested = { id: this.#request(view, colors), view, colors };
    this.#isWaiting = true;
    this.#setLoading(true);
  }

  #needsImage(frameState: FrameState): boolean {
    if (!this.#shown) return true;
    const { view: shownView, colors } = this.#shown;
    const view = onNearestCopy(shownView, frameState);
    const { viewState, viewHints, pixelRatio } = frameState;
    const isMoving = (viewHints[ViewHint.ANIMATING] ?? 0) > 0 || (viewHints[ViewHint.INTERACTING] ?? 0) > 0;
    const { land, line } = this.#colors();
    if (colors.land !== land || colors.line !== line) return true;
    if (isMoving) {
      const scale = view.resolution / viewState.resolution;
      return scale > maxScale || scale < 1 / maxScale || !isCovering(view, frameState, 0);
    }
    const isExact =
      view.resolution === viewState.resolution &&
      view.rotation === viewState.rotation &&
      view.pixelRatio === pixelRatio;
    return !isExact || !isCovering(view, frameState, 0.5);
  }

  #setLoading(isLoading: boolean): void {
    const source = this.getSource();
    // OpenLayers calls the map completely rendered once no source is loading.
    if (source) source.loading = isLoading;
  }
}

/** The view of an image on the copy of the world that is nearest to a frame's center. */
function onNearestCopy(view: ImageView, { viewState }: FrameState): ImageView {
  const [x, y] = view.center;
  const turns = Math.round(((viewState.center[0] ?? 0) - x) / worldWidth);
  return turns === 0 ? view : { ...view, center: [x + turns * worldWidth, y] };
}
