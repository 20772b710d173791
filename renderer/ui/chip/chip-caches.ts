import { ChipCache } from './chip-cache.ts';
import { decodeChip } from './chip-image.ts';

/** The caches of full-size chips and of thumbnails. */
export type ChipCaches = { readonly large: ChipCache; readonly small: ChipCache };

/** Maximum pixels on each side of a thumbnail. */
const smallSide = 256;

/** Creates empty caches. */
export function createChipCaches(): ChipCaches {
  return {
    large: new ChipCache({ decode: (file) => decodeChip(file), maxIdleBytes: 96_000_000 }),
    small: new ChipCache({ decode: (file) => decodeChip(file, smallSide), maxIdleBytes: 96_000_000 }),
  };
}
