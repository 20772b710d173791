import { decodeChip } from './chip-image.ts';
import { ChipShelf } from './chip-shelf.ts';

/** Chips that are ready to be drawn: whole ones, and small ones for many at once. */
export type ChipShelves = { readonly large: ChipShelf; readonly small: ChipShelf };

/** Pixels to a side of a small chip at most. */
const smallSide = 256;

/** Empty shelves. */
export function createChipShelves(): ChipShelves {
  return {
    large: new ChipShelf({ decode: (file) => decodeChip(file), spareBytes: 96_000_000 }),
    small: new ChipShelf({ decode: (file) => decodeChip(file, smallSide), spareBytes: 96_000_000 }),
  };
}
