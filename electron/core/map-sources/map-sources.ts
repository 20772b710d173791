import type { LonLat } from '../../../shared/geo/geometry.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import type { ServiceCapabilities } from '../../../shared/map-sources/capabilities/service-capabilities.ts';
import type { CheckedMapSource } from '../../../shared/map-sources/check-map-source.ts';
import type { MapSource } from '../../../shared/map-sources/map-source.ts';
import type {
  ArchiveMetadata,
  MapSourceState,
  MapSourceTest,
  OfflinePlan,
  OfflineRequest,
  SelectedMapFile,
  TileCacheStats,
} from '../../../shared/map-sources/map-source-state.ts';
import type { TileCoordinates } from '../../../shared/map-sources/tile-grid.ts';
import type { Result } from '../../../shared/result.ts';
import type { TileOutcome } from './tile-outcome.ts';

/** The location for trying a draft: the map's center and zoom (of a web map with 256-pixel tiles). */
export type TrialLocation = { readonly position: LonLat; readonly zoom: number };

/** A local file chosen for a source. */
export type ChosenMapFile = { readonly path: string; readonly name: string; readonly isTemporary: boolean };

/** The basemaps that the user has added. Requests are only sent to their addresses. */
export type MapSources = {
  list(): Promise<readonly MapSourceState[]>;
  /** Inspects a file that the user has chosen. It is not used before a source with it is added. */
  inspectFile(kind: 'pmtiles' | 'geotiff', file: ChosenMapFile): Promise<Result<SelectedMapFile>>;
  /** Reads the capabilities of the service at an address. */
  readCapabilities(
    kind: 'wms' | 'wmts',
    address: string,
    signal?: AbortSignal,
  ): Promise<Result<ServiceCapabilities>>;
  /** Reads the metadata of the PMTiles archive at an address. */
  readArchive(address: string): Promise<Result<ArchiveMetadata>>;
  /** Fetches a tile of a source that is not saved yet, or opens its file. `id`: of the source that is being edited. */
  tryOut(draft: CheckedMapSource, id: string | null, location: TrialLocation): Promise<Result<MapSourceTest>>;
  add(draft: CheckedMapSource): Promise<Result<MapSource>>;
  change(id: string, draft: CheckedMapSource): Promise<Result<MapSource>>;
  /** Deletes a source with its cached tiles, and its file if that is Sightline's copy. */
  remove(id: string): Promise<Result<void>>;
  clearTiles(id: string): Promise<Result<void>>;
  cacheStats(): Promise<TileCacheStats>;
  setCacheLimit(bytes: number): Promise<Result<void>>;
  planOffline(request: OfflineRequest): Promise<Result<OfflinePlan>>;
  /** Starts a job that fetches the missing tiles. */
  fetchOffline(request: OfflineRequest): Promise<Result<Job>>;
  /** A tile of a source or of a trial. Rejects only when `signal` aborts. */
  tile(id: string, tile: TileCoordinates, signal: AbortSignal): Promise<TileOutcome>;
  /** The GeoTIFF of a source or of a trial; undefined when there is none. */
  file(id: string): { readonly path: string; readonly name: string } | undefined;
};
