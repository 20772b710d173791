import ImageLayer from 'ol/layer/Image.js';
import type ImageStatic from 'ol/source/ImageStatic.js';
import { toMapCoordinate, worldWidth } from './map-projection.ts';
import type { MapChip } from './map-types.ts';

/** Width on the screen of a chip whose scale is not known, in CSS pixels while the map is at rest. */
export const unscaledChipPixels = 160;

type Size = { readonly width: number; readonly height: number };

/**
 * A chip on the map, around the position of its detection and upright. The service states neither size nor orientation
 * of a chip. It is drawn to scale only by the analyst's calibration, else at a fixed size on the screen.
 */
export class ChipLayer {
  readonly layer = new ImageLayer<ImageStatic>({});
  readonly #onProblem: (message: string | null) => void;
  #chip: MapChip | null = null;
  /** Width and height of the image file in pixels; null until it is loaded. */
  #size: Size | null = null;
  /** Loaded with the first image, since few sessions show one on the map. */
  #Source: typeof ImageStatic | null = null;
  #worldCopy = 0;
  #centerX = 0;
  #resolution = 1;

  /** `onProblem` is called with a message when the image cannot be loaded, and with null once it no longer applies. */
  constructor(onProblem: (message: string | null) => void) {
    this.#onProblem = onProblem;
  }

  show(chip: MapChip | null): void {
    const isSameImage = chip?.url === this.#chip?.url;
    this.#chip = chip;
    this.#onProblem(null);
    if (!isSameImage) this.#size = null;
    this.#worldCopy = this.#nearestCopy();
    this.#updatePosition();
    if (chip && !this.#size) void this.#load(chip);
  }

  /** Sets the x of the view's center, for chips beyond the antimeridian, and the projected metres per CSS pixel. */
  setView(centerX: number, resolution: number): void {
    this.#centerX = centerX;
    const worldCopy = this.#nearestCopy();
    const isUnscaled = this.#chip?.metersPerPixel === null;
    if (worldCopy === this.#worldCopy && !(isUnscaled && resolution !== this.#resolution)) {
      this.#resolution = resolution;
      return;
    }
    this.#worldCopy = worldCopy;
    this.#resolution = resolution;
    this.#updatePosition();
  }

  #nearestCopy(): number {
    if (!this.#chip) return 0;
    const [chipX] = toMapCoordinate(this.#chip.center);
    return Math.round((this.#centerX - chipX) / worldWidth);
  }

  async #load(chip: MapChip): Promise<void> {
    const image = new Image();
    image.src = chip.url;
    const loaded = await Promise.all([import('ol/source/ImageStatic.js'), image.decode()]).then(
      ([module]) => module.default,
      () => null,
    );
    if (this.#chip?.url !== chip.url) return;
    if (!loaded) {
      this.#onProblem('The chip could not be shown on the map; the inspector shows why.');
      return;
    }
    this.#Source = loaded;
    this.#size = { width: image.naturalWidth, height: image.naturalHeight };
    this.#updatePosition();
  }

  #updatePosition(): void {
    if (!this.#chip || !this.#size || !this.#Source) {
      this.layer.setSource(null);
      return;
    }
    this.layer.setSource(
      new this.#Source({
        url: this.#chip.url,
        imageExtent: chipExtent(this.#chip, this.#size, this.#resolution, this.#worldCopy),
        projection: 'EPSG:3857',
        interpolate: false,
      }),
    );
  }
}

/**
 * The extent of a chip of `size` pixels in EPSG:3857, `[minX, minY, maxX, maxY]`. `worldCopy` counts copies of the
 * world to the east. Web Mercator stretches lengths by 1 / cos(latitude). `resolution`: projected metres per CSS pixel,
 * for a chip without a scale.
 */
export function chipExtent(
  { center, metersPerPixel }: Pick<MapChip, 'center' | 'metersPerPixel'>,
  { width, height }: Size,
  resolution: number,
  worldCopy = 0,
): [number, number, number, number] {
  const [x, y] = toMapCoordinate(center);
  const unitsPerPixel =
    metersPerPixel === null
      ? (unscaledChipPixels / Math.max(width, height)) * resolution
      : metersPerPixel / Math.cos((center[1] * Math.PI) / 180);
  const [right, up] = [(width / 2) * unitsPerPixel, (height / 2) * unitsPerPixel];
  const shift = worldCopy * worldWidth;
  return [x - right + shift, y - up, x + right + shift, y + up];
}
