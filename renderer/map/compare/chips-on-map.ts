import LayerGroup from 'ol/layer/Group.js';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { ChipLayer } from '../chip-layer.ts';
import { nominalChipMetres } from '../sync-focus.ts';

/** A detection that has a chip. */
export type ChipPlace = { readonly id: number; readonly position: LonLat };

/** Chips narrower than this on the screen are not worth fetching. CSS pixels. */
const smallestPixels = 40;
/** Most chips on the map at once. */
const mostChips = 48;

/** Chips laid on the map where the view is near: each at the detection it belongs to. */
export class ChipsOnMap {
  readonly layer = new LayerGroup();
  readonly #onMissing: (count: number) => void;
  readonly #shown = new Map<number, ChipLayer>();
  readonly #missing = new Set<number>();
  #places: readonly ChipPlace[] = [];

  /** `onMissing` is told how many of the chips in view cannot be shown. */
  constructor(onMissing: (count: number) => void) {
    this.#onMissing = onMissing;
  }

  show(places: readonly ChipPlace[]): void {
    this.#places = places;
    this.#missing.clear();
    for (const id of [...this.#shown.keys()]) this.#remove(id);
  }

  /** Tells what is seen: which positions, and how many metres on the ground a CSS pixel is wide. */
  setView(isSeen: (position: LonLat) => boolean, metresPerPixel: number, centerX: number): void {
    const isNear = nominalChipMetres / metresPerPixel >= smallestPixels;
    const seen = isNear ? this.#places.filter(({ position }) => isSeen(position)).slice(0, mostChips) : [];
    const wanted = new Set(seen.map(({ id }) => id));
    for (const id of [...this.#shown.keys()]) if (!wanted.has(id)) this.#remove(id);
    for (const place of seen) this.#add(place);
    for (const layer of this.#shown.values()) layer.setViewCenter(centerX);
    this.#tellMissing();
  }

  #add({ id, position }: ChipPlace): void {
    if (this.#shown.has(id)) return;
    const chip = new ChipLayer((message) => {
      if (message === null) return;
      this.#missing.add(id);
      this.#tellMissing();
    });
    chip.show({ url: `/chips/${id}`, center: position, sizeMetres: nominalChipMetres });
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

  #tellMissing(): void {
    this.#onMissing([...this.#shown.keys()].filter((id) => this.#missing.has(id)).length);
  }
}
