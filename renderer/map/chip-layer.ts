import ImageLayer from 'ol/layer/Image.js';
import ImageStatic from 'ol/source/ImageStatic.js';
import { toMapCoordinate, worldWidth } from './map-projection.ts';
import type { MapChip } from './map-types.ts';

/** The focused detection's chip at its place on the map. */
export class ChipLayer {
  readonly layer = new ImageLayer<ImageStatic>({});
  readonly #onProblem: (message: string | null) => void;
  #chip: MapChip | null = null;
  #turn = 0;

  /** `onProblem` is told when the image cannot be loaded, and null when that does not matter any more. */
  constructor(onProblem: (message: string | null) => void) {
    this.#onProblem = onProblem;
  }

  show(chip: MapChip | null): void {
    this.#chip = chip;
    this.#onProblem(null);
    this.#place();
  }

  /** Tells around which copy of the world the view lies, for chips beyond the antimeridian from its centre. */
  setViewCenter(x: number): void {
    const [chipX = 0] = this.#chip ? toMapCoordinate(this.#chip.center) : [];
    const turn = this.#chip ? Math.round((x - chipX) / worldWidth) : 0;
    if (turn === this.#turn) return;
    this.#turn = turn;
    this.#place();
  }

  #place(): void {
    this.layer.setSource(this.#chip ? this.#source(this.#chip) : null);
  }

  #source(chip: MapChip): ImageStatic {
    const source = new ImageStatic({
      url: chip.url,
      imageExtent: chipExtent(chip, this.#turn),
      projection: 'EPSG:3857',
      interpolate: false,
    });
    source.on('imageloaderror', () =>
      this.#onProblem('The chip could not be laid on the map; the inspector says why.'),
    );
    return source;
  }
}

/**
 * The extent of a chip in EPSG:3857, `[minX, minY, maxX, maxY]`, on the copy of the world `turn` times to the east.
 * Web Mercator stretches lengths by 1 / cos(latitude).
 */
export function chipExtent({ center, sizeMetres }: MapChip, turn = 0): [number, number, number, number] {
  const [x, y] = toMapCoordinate(center);
  const half = sizeMetres / 2 / Math.cos((center[1] * Math.PI) / 180);
  const shift = turn * worldWidth;
  return [x - half + shift, y - half, x + half + shift, y + half];
}
