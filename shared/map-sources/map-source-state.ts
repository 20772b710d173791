import { z } from 'zod';
import type { BoundingBox } from '../geo/geometry.ts';
import { boundingBoxSchema } from '../geo/geometry.ts';
import type { MapSource } from './map-source.ts';
import { finestZoom } from './tile-grid.ts';

/** A source with what is known of it on this computer. */
export type MapSourceState = {
  readonly source: MapSource;
  /** Tiles on this disk; null for files, which need none. */
  readonly cached: { readonly tiles: number; readonly bytes: number } | null;
  /** Of a source that is a file: its size, or why it cannot be read now. */
  readonly file: { readonly bytes: number | null; readonly problem: string | null } | null;
};

/** How much the tile cache holds, and how much it may. Bytes. */
export type TileCacheStats = { readonly tiles: number; readonly bytes: number; readonly limit: number };

/** The limit of a first start: 2 GB. */
export const defaultTileCacheLimit = 2_000_000_000;

/** A limit in bytes, from 10 MB to 10 TB. */
export const tileCacheLimitSchema = z
  .int()
  .min(10_000_000, 'Use at least 10 MB.')
  .max(10_000_000_000_000, 'Use at most 10 TB.');

/** A file that the user has chosen for a source, and what it was found to be. */
export type OfferedMapFile = {
  readonly fileId: string;
  readonly fileName: string;
  readonly bytes: number;
  /** Whether a copy of it will be kept in Sightline's folder: a browser cannot say where a file lies. */
  readonly isCopied: boolean;
  /** Of a PMTiles archive. */
  readonly archive: ArchiveFacts | null;
};

/** What a PMTiles archive says of itself. */
export type ArchiveFacts = {
  readonly content: 'image' | 'vector';
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bounds: BoundingBox;
  readonly name: string;
  readonly attribution: string;
};

/** A try of a source that is not kept yet: the tile that came. */
export type SourceTrial = {
  /** Where tile or file can be had for a while. */
  readonly address: string;
  /** `content` as in a browser's `Content-Type`; null for a file. */
  readonly contentType: string | null;
  readonly bytes: number;
};

/** The part of a source that is to be there offline: a box in degrees and levels of the source's grid, bounds included. */
export const offlineRequestSchema = z.object({
  sourceId: z.uuid(),
  box: boundingBoxSchema,
  fromLevel: z
    .int()
    .min(0)
    .max(finestZoom + 36),
  toLevel: z
    .int()
    .min(0)
    .max(finestZoom + 36),
});
export type OfflineRequest = z.infer<typeof offlineRequestSchema>;

/** What making a part available offline would mean. */
export type OfflinePlan = {
  readonly tiles: number;
  readonly missing: number;
  /** Guessed from tiles that are there already; null without any. */
  readonly estimatedBytes: number | null;
  /** In bytes, of the whole cache. */
  readonly limit: number;
  /** Why it cannot be begun; null where it can. */
  readonly refusal: string | null;
};

/** Nobody's server is asked for more tiles than this at a time. */
export const maxOfflineTiles = 20_000;
