import { formatBytes, formatCount } from '../../../shared/format.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import type { MapSource } from '../../../shared/map-sources/map-source.ts';
import {
  maxOfflineTiles,
  type OfflinePlan,
  type OfflineRequest,
} from '../../../shared/map-sources/map-source-state.ts';
import { getTileGrid, minLevelOf } from '../../../shared/map-sources/source-grid.ts';
import { countTiles, type TileCoordinates, type TileRange } from '../../../shared/map-sources/tile-grid.ts';
import { tileRangesIn } from '../../../shared/map-sources/tile-ranges.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { forEachConcurrently } from '../base/for-each-concurrently.ts';
import { JobFailure, type JobHandle, type JobRunner, newJob } from '../jobs/job-runner.ts';
import type { TileCache } from './tile-cache.ts';
import type { TileOutcome } from './tile-outcome.ts';

type OfflineDeps = {
  readonly jobs: Pick<JobRunner, 'start'>;
  readonly cache: Pick<TileCache, 'has' | 'hasBody' | 'limit' | 'totals' | 'totalsOf'>;
  /** The cache key of a tile. */
  readonly keyOf: (source: MapSource, tile: TileCoordinates) => string | undefined;
  readonly fetch: (source: MapSource, tile: TileCoordinates, signal: AbortSignal) => Promise<TileOutcome>;
  /** Aborts when the core closes. */
  readonly ending: AbortSignal;
};

/** Fewer than the map's limit, since no view waits for these tiles. */
const tilesAtOnce = 2;
/** After so many consecutive failures the job fails: the cause is not the single tiles. */
const maxFailuresInARow = 10;

/** Estimates fetching this area; fails when the tiles of the source are local already. */
export async function planOffline(
  { cache, keyOf }: Pick<OfflineDeps, 'cache' | 'keyOf'>,
  source: MapSource,
  request: OfflineRequest,
): Promise<Result<OfflinePlan>> {
  const ranges = rangesOf(source, request);
  if (!ranges.ok) return ranges;
  const tiles = countTiles(ranges.value);
  const limit = cache.limit();
  if (tiles > maxOfflineTiles) {
    const refusal = `These are ${formatCount(tiles)} tiles; at most ${formatCount(maxOfflineTiles)} are fetched at a time. Zoom in to a smaller area, or choose fewer levels.`;
    return succeed({ tiles, missing: tiles, estimatedBytes: null, limit, refusal });
  }
  let missing = 0;
  for (const tile of tilesOf(ranges.value)) {
    const key = keyOf(source, tile);
    if (key !== undefined && !(await cache.has(key))) missing += 1;
  }
  const known = await cache.totalsOf(source.id);
  const estimatedBytes = known.tiles === 0 ? null : Math.round((known.bytes / known.tiles) * missing);
  const refusal =
    estimatedBytes !== null && estimatedBytes > limit
      ? 'The tile cache is too small for these tiles. Raise its limit, or choose fewer levels.'
      : null;
  return succeed({ tiles, missing, estimatedBytes, limit, refusal });
}

/** Starts a cancellable job that fetches the tiles of an area that are not cached. Fetched tiles stay after a cancel. */
export async function fetchOffline(
  parts: OfflineDeps,
  source: MapSource,
  request: OfflineRequest,
): Promise<Result<Job>> {
  const plan = await planOffline(parts, source, request);
  if (!plan.ok) return plan;
  if (plan.value.refusal !== null) return fail('too-large', plan.value.refusal);
  const ranges = rangesOf(source, request);
  if (!ranges.ok) return ranges;
  const { tiles: total } = plan.value;
  const title = `Tiles of ${source.name} for offline use`;
  return parts.jobs.start({
    job: newJob({ kind: 'tiles', title }),
    run: (handle) => fetchAll(parts, source, tilesOf(ranges.value), total, handle),
  });
}

async function fetchAll(
  { cache, keyOf, fetch, ending }: OfflineDeps,
  source: MapSource,
  tiles: Iterable<TileCoordinates>,
  total: number,
  handle: JobHandle,
) {
  const signal = AbortSignal.any([handle.signal, ending]);
  const counts = { done: 0, fetched: 0, bytes: 0, absent: 0, failed: 0 };
  let failuresInARow = 0;
  let firstReason = '';
  let stopped: JobFailure | undefined;
  const fetchOne = async (tile: TileCoordinates) => {
    const key = keyOf(source, tile);
    if (key === undefined || (await cache.has(key))) {
      if (key === undefined || !(await cache.hasBody(key))) counts.absent += 1;
      return;
    }
    const outcome = await fetch(source, tile, signal);
    if (outcome.kind === 'tile') {
      counts.fetched += 1;
      counts.bytes += outcome.body.length;
      failuresInARow = 0;
      if (!(await cache.has(key))) stopped ??= new JobFailure(storingForbidden(source));
      if (counts.bytes > cache.limit()) stopped ??= new JobFailure(cacheFull());
    } else if (outcome.kind === 'none') {
      counts.absent += 1;
      failuresInARow = 0;
    } else {
      counts.failed += 1;
      failuresInARow += 1;
      const reason = 'reason' in outcome ? outcome.reason : 'The source was removed.';
      firstReason ||= reason;
      if (outcome.kind === 'no-source' || failuresInARow >= maxFailuresInARow) {
        stopped ??= new JobFailure(
          fail('unreachable', `${reason} The fetched tiles stay in the cache.`).failure,
        );
      }
    }
  };
  await forEachConcurrently(tiles, tilesAtOnce, async (tile) => {
    signal.throwIfAborted();
    await fetchOne(tile);
    if (stopped) throw stopped;
    counts.done += 1;
    handle.progress({ done: counts.done, total, unit: 'tiles' });
  });
  signal.throwIfAborted();
  const { fetched, bytes, absent, failed } = counts;
  const there = total - fetched - absent - failed;
  return {
    outcome: `${formatCount(fetched)} tiles were fetched (${formatBytes(bytes)}), ${formatCount(there)} were there${absent > 0 ? `, ${formatCount(absent)} the source does not have` : ''}.`,
    warnings: failed > 0 ? [`${failed} could not be fetched: ${firstReason} Start it again for these.`] : [],
  };
}

function storingForbidden({ name }: MapSource) {
  return fail('refused', `The server of ${name} forbids storing its tiles (Cache-Control: no-store).`)
    .failure;
}

function cacheFull() {
  return fail('disk', 'The tile cache is full with the tiles of this job. Raise its limit, then start again.')
    .failure;
}

function rangesOf(
  source: MapSource,
  { box, fromLevel, toLevel }: OfflineRequest,
): Result<readonly TileRange[]> {
  if (source.kind === 'geotiff' || (source.kind === 'pmtiles' && source.fileName !== '')) {
    return fail('invalid-input', `${source.name} is a local file and always available offline.`);
  }
  const grid = getTileGrid(source);
  const first = Math.max(minLevelOf(source), fromLevel);
  const last = Math.min(grid.levels.length - 1, toLevel);
  if (first > last) {
    return fail(
      'invalid-input',
      `${source.name} has no levels from ${fromLevel} to ${toLevel}. It has ${minLevelOf(source)} to ${grid.levels.length - 1}.`,
    );
  }
  const levels = Array.from({ length: last - first + 1 }, (_level, index) => first + index);
  return succeed(levels.flatMap((z) => tileRangesIn(grid, z, box)));
}

function* tilesOf(ranges: readonly TileRange[]): Generator<TileCoordinates> {
  for (const { z, fromX, toX, fromY, toY } of ranges) {
    for (let y = fromY; y <= toY; y += 1) {
      for (let x = fromX; x <= toX; x += 1) yield { z, x, y };
    }
  }
}
