import { z } from 'zod';
import { type BoundingBox, boundingBoxSchema } from '../geo/geometry.ts';
import type { Failure } from '../result.ts';
import { type MapSource, maxZoomLevel } from './map-source.ts';

/** A source with its state on this computer. */
export type MapSourceState = {
  readonly source: MapSource;
  /** Cached tiles; null for files. */
  readonly cached: { readonly tiles: number; readonly bytes: number } | null;
  /** For a file: its size, or why it cannot be read. */
  readonly file: { readonly bytes: number | null; readonly problem: Failure | null } | null;
};

/** Size and limit of the tile cache, in bytes. */
export type TileCacheStats = { readonly tiles: number; readonly bytes: number; readonly limit: number };

/** The default limit: 2 GB. */
export const defaultTileCacheLimit = 2_000_000_000;

/** A limit in bytes, from 10 MB to 10 TB. */
export const tileCacheLimitSchema = z
  .int()
  .min(10_000_000, 'Use at least 10 MB.')
  .max(10_000_000_000_000, 'Use at most 10 TB.');

/** A file that the user selected for a source, and its metadata. */
export type SelectedMapFile = {
  readonly fileId: string;
  readonly fileName: string;
  readonly bytes: number;
  /** Whether a copy is stored in the data folder, because a browser does not reveal the path of a file. */
  readonly isCopied: boolean;
  /** Metadata of a PMTiles archive. */
  readonly archive: ArchiveMetadata | null;
};

/** Metadata of a PMTiles archive. */
export type ArchiveMetadata = {
  readonly content: 'image' | 'vector';
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bounds: BoundingBox;
  readonly name: string;
  readonly attribution: string;
};

/** The result of testing a source before saving it: one tile or file. */
export type MapSourceTest = {
  /** Temporary address of the tile or file. */
  readonly address: string;
  /** `content` as in a browser's `Content-Type`; null for a file. */
  readonly contentType: string | null;
  readonly bytes: number;
};

/** Requests a part of a source for offline use: a box in degrees and levels of the source's grid, both inclusive. */
export const offlineRequestSchema = z.object({
  sourceId: z.uuid(),
  box: boundingBoxSchema,
  fromLevel: z
    .int()
    .min(0)
    .max(maxZoomLevel + 36),
  toLevel: z
    .int()
    .min(0)
    .max(maxZoomLevel + 36),
});
export type OfflineRequest = z.infer<typeof offlineRequestSchema>;

/** Extent of an offline request. */
export type OfflinePlan = {
  readonly tiles: number;
  readonly missing: number;
  /** Estimated from cached tiles; null without any. */
  readonly estimatedBytes: number | null;
  /** Size limit of the whole cache, bytes. */
  readonly limit: number;
  /** Reason why it cannot be started; null when it can. */
  readonly refusal: string | null;
};

/** Maximum number of tiles of an offline request, to limit the load on the server. */
export const maxOfflineTiles = 20_000;
