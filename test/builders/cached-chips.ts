import type { ChipAddress } from '../../electron/core/chips/chip-absences.ts';
import { chipKey, createChipCache } from '../../electron/core/chips/chip-cache.ts';

/** Stores chips in the cache of a folder: images by their identifiers, of the demo profile in East Asia unless stated. */
export async function cacheChips(
  folder: string,
  images: Iterable<readonly [chipIdentifier: string, png: Uint8Array]>,
  address: Partial<ChipAddress> = {},
): Promise<void> {
  const cache = createChipCache(folder, { limit: 1e9 });
  for (const [chipIdentifier, png] of images)
    await cache.write(chipKey({ profileId: 'demo', region: 'East Asia', ...address, chipIdentifier }), png);
  await cache.close();
}
