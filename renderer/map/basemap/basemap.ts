import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import Source from 'ol/source/Source.js';
import ViewHint from 'ol/ViewHint.js';
import { mapColors } from '../map-colors.ts';
import { worldWidth } from '../map-projection.ts';
import { PlacesLayer } from '../places/places-layer.ts';
import type {
  BasemapColors,
  BasemapPart,
  BasemapRequest,
  BasemapResponse,
  ImageView,
} from './basemap-messages.ts';

/** Land, coasts and borders from bundled Natural Earth data, drawn by a worker, and names. */
export class Basemap {
  /** Names of countries, seas and ports. */
  readonly places = new PlacesLayer();
  readonly #worker = new Worker(new URL('./basemap-worker.ts', import.meta.url), { type: 'module' });
  readonly #layers: BasemapLayer[] = [];
  readonly layer = this.#createLayer('land');
  /** Coasts and borders above all detections; not visible at first. */
  readonly linesAbove = this.createLines();
  #lastId = 0;

  /** `onProblem` is called when the data cannot be read. */
  constructor(onProblem: (message: string) => void) {
    const report = (reason: string) => {
      for (const layer of this.#layers) layer.fail();
      onProblem(`The basemap cannot be drawn: ${reason}`);
    };
    this.#worker.onmessage = ({ data }: MessageEvent<BasemapResponse>) => {
      if ('problem' in data) report(data.problem);
      else if ('countries' in data) this.places.showCountries(data.countries);
      else this.#layers[data.layer]?.show(data.id, data.image, data.isFinal);
    };
    this.#worker.onerror = ({ message }) => report(message);
    this.linesAbove.setVisible(false);
    // The map starts with a view that names no port, so the list of ports is not part of the page's first script.
    import('../../../shared/places/ports.ts').then(
      ({ ports }) => this.places.showPorts(ports),
      () => onProblem('The basemap cannot be drawn: its ports could not be loaded.'),
    );
  }

  /** Coasts and borders alone, for above a layer that covers the land. */
  createLines(): BasemapLayer {
    return this.#createLayer('lines');
  }

  dispose(): void {
    this.#worker.terminate();
  }

  #createLayer(part: BasemapPart): BasemapLayer {
    const index = this.#layers.length;
    const layer = new BasemapLayer(
      (view, colors) => {
        this.#lastId += 1;
        const request: BasemapRequest = { layer: index, id: this.#lastId, part, view, colors };
        this.#worker.postMessage(request);
        return this.#lastId;
      },
      () => ({
        land: mapColors().land,
        line: part === 'land' ? mapColors().landLine : mapColors().lineAbove,
      }),
    );
    this.#layers.push(layer);
    return layer;
  }
}

/** An image is drawn at another zoom while the view moves, up to this factor. */
const maxScale = 2;

/** Requests an image; the response is passed to `show`. */
type RequestImage = (view: ImageView, colors: BasemapColors) => number;

type ShownImage = { readonly id: number; readonly view: ImageView; readonly colors: BasemapColors };

/**
 * An image of the basemap that a worker draws, with a margin around the view. While the view moves, it is moved, scaled
 * and rotated; at rest it is replaced by one of exactly this view.
 */
class BasemapLayer extends Layer<Source> {
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
