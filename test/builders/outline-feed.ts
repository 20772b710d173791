import type { Geometry } from 'geojson';
import { createOutlinePacker } from '../../shared/passes/outline-feed.ts';

/** An image for the feed of footprints; the time in epoch milliseconds UTC. */
export type OutlinedImage = { readonly geometry: Geometry; readonly startedAt: number | null };

/** Packs images as the feed of their footprints. */
export function packOutlines(images: readonly OutlinedImage[]): Uint8Array<ArrayBuffer> {
  const packer = createOutlinePacker();
  for (const { geometry, startedAt } of images) packer.add(geometry, startedAt);
  return packer.pack();
}
