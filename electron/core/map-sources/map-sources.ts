import type { LonLat } from '../../../shared/geo/geometry.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import type { ServiceOffer } from '../../../shared/map-sources/capabilities/service-offer.ts';
import type { MapSource, MapSourceDraft } from '../../../shared/map-sources/map-source.ts';
import type {
  ArchiveFacts,
  MapSourceState,
  OfferedMapFile,
  OfflinePlan,
  OfflineRequest,
  SourceTrial,
  TileCacheStats,
} from '../../../shared/map-sources/map-source-state.ts';
import type { TilePlace } from '../../../shared/map-sources/tile-grid.ts';
import type { Result } from '../../../shared/result.ts';
import type { TileOutcome } from './tile-outcome.ts';

/** Where a draft is tried: a position that is looked at, and how near (zoom of a web map of 256-pixel tiles). */
export type TrialPlace = { readonly position: LonLat; readonly zoom: number };

/** A file of this computer for a source. */
export type ChosenMapFile = { readonly path: string; readonly name: string; readonly isTemporary: boolean };

/** The basemaps that the user has added. Nothing is fetched from anywhere but their addresses. */
export type MapSources = {
  list(): Promise<readonly MapSourceState[]>;
  /** Looks at a file that the user has chosen. It belongs to nothing before a source with it is added. */
  offerFile(kind: 'pmtiles' | 'geotiff', file: ChosenMapFile): Promise<Result<OfferedMapFile>>;
  /** What the service at an address offers. */
  readCapabilities(
    kind: 'wms' | 'wmts',
    address: string,
    signal?: AbortSignal,
  ): Promise<Result<ServiceOffer>>;
  /** What the archive at an address says of itself. */
  readArchive(address: string): Promise<Result<ArchiveFacts>>;
  /** Fetches a tile of a source that is not kept yet, or opens its file. `id`: of the source that is being changed. */
  tryOut(draft: MapSourceDraft, id: string | null, place: TrialPlace): Promise<Result<SourceTrial>>;
  add(draft: MapSourceDraft): Promise<Result<MapSource>>;
  change(id: string, draft: MapSourceDraft): Promise<Result<MapSource>>;
  /** Takes a source away with its tiles, and its file where Sightline keeps a copy. */
  remove(id: string): Promise<Result<void>>;
  clearTiles(id: string): Promise<Result<void>>;
  cacheStats(): Promise<TileCacheStats>;
  setCacheLimit(bytes: number): Promise<Result<void>>;
  planOffline(request: OfflineRequest): Promise<Result<OfflinePlan>>;
  /** Fetches what is missing, as a job. */
  fetchOffline(request: OfflineRequest): Promise<Result<Job>>;
  /** A tile of a source or of a trial. Rejects only when `signal` aborts. */
  tile(id: string, place: TilePlace, signal: AbortSignal): Promise<TileOutcome>;
  /** Where the GeoTIFF of a source or of a trial lies; undefined where there is none. */
  file(id: string): { readonly path: string; readonly name: string } | undefined;
};
