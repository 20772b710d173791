import LayerGroup from 'ol/layer/Group.js';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { ChipLayer } from '../chip-layer.ts';

/** A detection with a chip, and its position. */
export type ChipLocation = { readonly id: number; readonly position: LonLat };

/**
 * Maximum ground width of a CSS pixel at which chips are shown and fetched; further out they would cover each other.
 */
const maxMetresPerPixel = 16;
/** Maximum number of chips on the map. */
const maxChips = 48;

/** Chips drawn on the map at the positions of their detections, when zoomed in. */
export class ChipsOnMap {
  readonly layer = new LayerGroup();
  readonly #onMissing: (count: number) => void;
  readonly #shown = new Map<number, ChipLayer>();
  readonly #missing = new Set<number>();
  #locations: readonly ChipLocation[] = [];

  /** `onMissing` is called with the number of chips in view that cannot be shown. */
  constructor(onMissing: (count: number) => void) {
    this.#onMissing = onMissing;
  }

  show(locations: readonly ChipLocation[]): void {
    this.#locations = locations;
    this.#missing.clear();
    for (const id of [...this.#shown.keys()]) this.#remove(id);
  }

  /**
   * Sets the view: which positions are visible, ground meters per CSS pixel, the x of the view's center, projected
   * meters per CSS pixel.
   */
  setView(
    isInView: (position: LonLat) => boolean,
    metresPerPixel: number,
    centerX: number,
    resolution: number,
  ): void {
    const isNear = metresPerPixel <= maxMetresPerPixel;
    const inView = isNear
      ? this.#locations.filter(({ position }) => isInView(position)).slice(0, maxChips)
      : [];
    const seenIds = new Set(inView.map(({ id }) => id));
    for (const id of [...this.#shown.keys()]) if (!seenIds.has(id)) this.#remove(id);
    for (const location of inView) this.#add(location);
    for (const layer of this.#shown.values()) layer.setView(centerX, resolution);
    this.#reportMissing();
  }

  #add({ id, position }: ChipLocation): void {
    if (this.#shown.has(id)) return;
    const chip = new ChipLayer((message) => {
      if (message === null) return;
      this.#missing.add(id);
      this.#reportMissing();
    });
    chip.show({ url: `/chips/${id}`, center: position, metersPerPixel: null });
    this.#shown.set(id, chip);
    this.layer.getLayers().push(chip.layer);
  }

  #remove(id: number): void {
    const chip = this.#shown.get(id);
    if (!chip) return;
    this.#shown.delete(id);
    this.layer.getLayers().remove(chip.layer);
    chip.layer.dispose();
  }

  #reportMissing(): void {
    this.#onMissing([...this.#shown.keys()].filter((id) => this.#missing.has(id)).length);
  }
}
