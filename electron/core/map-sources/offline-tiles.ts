import type { Job } from '../../../shared/jobs/job.ts';
import type { MapSource } from '../../../shared/map-sources/map-source.ts';
import {
  maxOfflineTiles,
  type OfflinePlan,
  type OfflineRequest,
} from '../../../shared/map-sources/map-source-state.ts';
import { firstLevelOf, gridOf } from '../../../shared/map-sources/source-grid.ts';
import {
  countTiles,
  type TilePlace,
  type TileRange,
  tilesTouching,
} from '../../../shared/map-sources/tile-grid.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { JobRegistry } from '../job-registry.ts';
import { JobFailure, type JobHandle, startJob } from '../workspace-tools/tool-jobs.ts';
import type { TileCache } from './tile-cache.ts';
import type { TileOutcome } from './tile-outcome.ts';

type OfflineParts = {
  readonly registry: JobRegistry;
  readonly cache: Pick<TileCache, 'has' | 'limit' | 'totals' | 'totalsOf'>;
  /** The name of a tile in the cache. */
  readonly keyOf: (source: MapSource, place: TilePlace) => string | undefined;
  readonly fetch: (source: MapSource, place: TilePlace, signal: AbortSignal) => Promise<TileOutcome>;
  /** Aborts when Sightline ends. */
  readonly ending: AbortSignal;
};

/** Half as many as the map itself may ask for at a time: nobody waits for these. */
const tilesAtOnce = 2;
/** So many in a row that cannot be had: then it is not the tiles. */
const maxFailuresInARow = 10;

/** What fetching this part would mean; fails where the source has no tiles of its own to keep. */
export async function planOffline(
  { cache, keyOf }: Pick<OfflineParts, 'cache' | 'keyOf'>,
  source: MapSource,
  request: OfflineRequest,
): Promise<Result<OfflinePlan>> {
  const ranges = rangesOf(source, request);
  if (!ranges.ok) return ranges;
  const tiles = countTiles(ranges.value);
  const limit = cache.limit();
  if (tiles > maxOfflineTiles) {
    const refusal = `These are ${tiles.toLocaleString('en')} tiles; at most ${maxOfflineTiles.toLocaleString('en')} are fetched at a time. Look at a smaller part, or choose fewer levels.`;
    return succeed({ tiles, missing: tiles, estimatedBytes: null, limit, refusal });
  }
  let missing = 0;
  for (const place of placesOf(ranges.value)) {
    const key = keyOf(source, place);
    if (key !== undefined && !(await cache.has(key))) missing += 1;
  }
  const known = await cache.totalsOf(source.id);
  const estimatedBytes = known.tiles === 0 ? null : Math.round((known.bytes / known.tiles) * missing);
  const refusal =
    estimatedBytes !== null && estimatedBytes > limit
      ? 'The tile cache has no room for so much. Raise its limit, or choose fewer levels.'
      : null;
  return succeed({ tiles, missing, estimatedBytes, limit, refusal });
}

/** Begins to fetch the tiles of a part that are not on the disk, as a job that can be cancelled; they stay. */
export async function fetchOffline(
  parts: OfflineParts,
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
  return succeed(
    startJob(parts.registry, { kind: 'tiles', title }, (handle) =>
      fetchAll(parts, source, placesOf(ranges.value), total, handle),
    ),
  );
}

async function fetchAll(
  { cache, keyOf, fetch, ending }: OfflineParts,
  source: MapSource,
  places: Iterable<TilePlace>,
  total: number,
  handle: JobHandle,
) {
  const signal = AbortSignal.any([handle.signal, ending]);
  const counts = { done: 0, fetched: 0, bytes: 0, absent: 0, failed: 0 };
  let failuresInARow = 0;
  let firstReason = '';
  let stopped: JobFailure | undefined;
  const queue = places[Symbol.iterator]();
  const take = async (place: TilePlace) => {
    const key = keyOf(source, place);
    if (key === undefined || (await cache.has(key))) return;
    const outcome = await fetch(source, place, signal);
    if (outcome.kind === 'tile') {
      counts.fetched += 1;
      counts.bytes += outcome.body.length;
      failuresInARow = 0;
      if (!(await cache.has(key))) stopped ??= new JobFailure(notKept(source));
      if (counts.bytes > cache.limit()) stopped ??= new JobFailure(full());
    } else if (outcome.kind === 'none') {
      counts.absent += 1;
      failuresInARow = 0;
    } else {
      counts.failed += 1;
      failuresInARow += 1;
      const reason = 'reason' in outcome ? outcome.reason : 'The source was taken away.';
      firstReason ||= reason;
      if (outcome.kind === 'no-source' || failuresInARow >= maxFailuresInARow) {
        stopped ??= new JobFailure(fail('unreachable', `${reason} What was fetched is kept.`).failure);
      }
    }
  };
  const work = async () => {
    for (let next = queue.next(); !next.done && !stopped; next = queue.next()) {
      signal.throwIfAborted();
      await take(next.value);
      counts.done += 1;
      handle.progress({ done: counts.done, total, unit: 'tiles' });
    }
  };
  await Promise.all(Array.from({ length: tilesAtOnce }, work));
  signal.throwIfAborted();
  if (stopped) throw stopped;
  const { fetched, bytes, absent, failed } = counts;
  const there = total - fetched - absent - failed;
  return {
    outcome: `${fetched.toLocaleString('en')} tiles were fetched (${(bytes / 1e6).toFixed(1)} MB), ${there.toLocaleString('en')} were there${absent > 0 ? `, ${absent.toLocaleString('en')} the source does not have` : ''}.`,
    warnings: failed > 0 ? [`${failed} could not be fetched: ${firstReason} Start it again for these.`] : [],
  };
}

function notKept({ name }: MapSource) {
  return fail('refused', `The server of ${name} forbids to keep its tiles (Cache-Control: no-store).`)
    .failure;
}

function full() {
  return fail('disk', 'The tile cache is full of what was fetched here. Raise its limit, then start again.')
    .failure;
}

function rangesOf(
  source: MapSource,
  { box, fromLevel, toLevel }: OfflineRequest,
): Result<readonly TileRange[]> {
  if (source.kind === 'geotiff' || (source.kind === 'pmtiles' && source.fileName !== '')) {
    return fail('invalid-input', `${source.name} is a file of this computer and always there offline.`);
  }
  const grid = gridOf(source);
  const first = Math.max(firstLevelOf(source), fromLevel);
  const last = Math.min(grid.levels.length - 1, toLevel);
  if (first > last) {
    return fail(
      'invalid-input',
      `${source.name} has no levels from ${fromLevel} to ${toLevel}. It has ${firstLevelOf(source)} to ${grid.levels.length - 1}.`,
    );
  }
  const levels = Array.from({ length: last - first + 1 }, (_level, index) => first + index);
  return succeed(levels.flatMap((z) => tilesTouching(grid, z, box)));
}

function* placesOf(ranges: readonly TileRange[]): Generator<TilePlace> {
  for (const { z, fromX, toX, fromY, toY } of ranges) {
    for (let y = fromY; y <= toY; y += 1) {
      for (let x = fromX; x <= toX; x += 1) yield { z, x, y };
    }
  }
}
