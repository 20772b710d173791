import { randomUUID } from 'node:crypto';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import type { MapSourceDraft } from '../../../shared/map-sources/map-source.ts';
import type { MapSourceTest } from '../../../shared/map-sources/map-source-state.ts';
import { getTileGrid, minLevelOf, type TiledSource } from '../../../shared/map-sources/source-grid.ts';
import { levelAtZoom, type TileCoordinates } from '../../../shared/map-sources/tile-grid.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { StoredSource } from '../settings/stored-source.ts';
import type { SourceFiles } from './source-files.ts';
import type { SourceTiles } from './source-tiles.ts';
import type { TileOutcome } from './tile-outcome.ts';

/** The location for trying a draft: the map's center and zoom (of a web map with 256-pixel tiles). */
export type TrialLocation = { readonly position: LonLat; readonly zoom: number };

type Trial = {
  readonly draft: MapSourceDraft;
  readonly file: { readonly path: string } | undefined;
  /** The first tile, so that displaying it needs no second request. */
  readonly first?: { readonly tile: TileCoordinates; readonly outcome: TileOutcome };
};

/** Older trials are discarded. */
const maxTrials = 8;
/** When a source has no tile at the current level, so many coarser levels are tried. */
const levelsTried = 6;
const trialMs = 30_000;

/** The most recent trials of sources before they are saved. Nothing is written to disk. */
export function createSourceTrials({
  files,
  tiles,
}: {
  readonly files: Pick<SourceFiles, 'find'>;
  readonly tiles: Pick<SourceTiles, 'tile'>;
}) {
  const trials = new Map<string, Trial>();
  const add = (id: string, trial: Trial) => {
    trials.set(id, trial);
    for (const old of [...trials.keys()].slice(0, -maxTrials)) trials.delete(old);
  };

  const firstTile = async (
    draft: TiledSource & MapSourceDraft,
    file: Trial['file'],
    place: TrialLocation,
  ) => {
    const signal = AbortSignal.timeout(trialMs);
    let last: { tile: TileCoordinates; outcome: TileOutcome } | undefined;
    for await (const candidate of candidateTiles(draft, place)) {
      const outcome = await tiles.tile({ source: draft, file }, candidate, signal);
      last = { tile: candidate, outcome };
      if (outcome.kind !== 'none') break;
    }
    return last;
  };

  return {
    async start(
      draft: MapSourceDraft,
      before: StoredSource | undefined,
      place: TrialLocation,
    ): Promise<Result<MapSourceTest>> {
      const fileId = 'fileId' in draft ? draft.fileId : null;
      const file =
        fileId === null
          ? before?.source.kind === draft.kind
            ? before.file
            : undefined
          : files.find(draft.kind, fileId);
      const needsFile = draft.kind === 'geotiff' || (draft.kind === 'pmtiles' && draft.address === '');
      if (needsFile && !file) return fail('invalid-input', 'The chosen file is not known. Choose it again.');
      const id = randomUUID();
      if (draft.kind === 'geotiff') {
        add(id, { draft, file });
        return succeed({ address: `/sources/${id}`, contentType: null, bytes: 0 });
      }
      const first = await firstTile(draft, file, place);
      if (!first || first.outcome.kind === 'none') {
        return fail(
          'not-found',
          'The source responds, but has no tile at the location and zoom of the map. Move the map to what it covers, or check the address.',
        );
      }
      const { outcome } = first;
      if (outcome.kind === 'offline' || outcome.kind === 'failed') {
        const { kind, reason, details } = outcome;
        return fail(kind === 'offline' ? 'unreachable' : 'bad-response', reason, { details });
      }
      if (outcome.kind === 'no-source') return fail('not-found', 'This source does not exist.');
      add(id, { draft, file, first });
      const { z, x, y } = first.tile;
      return succeed({
        address: `/tiles/${id}/${z}/${x}/${y}`,
        contentType: outcome.contentType,
        bytes: outcome.body.length,
      });
    },
    /** Undefined when there is no such trial any more. */
    async tile(id: string, place: TileCoordinates, signal: AbortSignal): Promise<TileOutcome | undefined> {
      const trial = trials.get(id);
      if (!trial) return undefined;
      const { draft, file, first } = trial;
      const isSame =
        first && first.tile.z === place.z && first.tile.x === place.x && first.tile.y === place.y;
      return isSame ? first.outcome : tiles.tile({ source: draft, file }, place, signal);
    },
    file(id: string): { readonly path: string; readonly name: string } | undefined {
      const trial = trials.get(id);
      if (trial?.draft.kind !== 'geotiff' || !trial.file) return undefined;
      return { path: trial.file.path, name: trial.draft.fileName };
    },
  };
}

/** The tile at the map's center, then those that contain it at coarser levels. */
async function* candidateTiles(
  draft: TiledSource,
  { position, zoom }: TrialLocation,
): AsyncGenerator<TileCoordinates> {
  const { tileRangesIn } = await import('../../../shared/map-sources/tile-ranges.ts');
  const grid = getTileGrid(draft);
  const first = minLevelOf(draft);
  const [longitude, latitude] = position;
  const nearly = 1e-9;
  let tried = 0;
  for (let z = Math.max(first, levelAtZoom(grid, zoom)); z >= first && tried < levelsTried; z -= 1) {
    const [range] = tileRangesIn(grid, z, [longitude, latitude, longitude + nearly, latitude + nearly]);
    if (!range) continue;
    tried += 1;
    yield { z, x: range.fromX, y: range.fromY };
  }
  if (tried === 0) yield { z: first, x: 0, y: 0 };
}
