import { randomUUID } from 'node:crypto';
import type { MapSourceDraft } from '../../../shared/map-sources/map-source.ts';
import type { SourceTrial } from '../../../shared/map-sources/map-source-state.ts';
import { firstLevelOf, gridOf, type TiledSource } from '../../../shared/map-sources/source-grid.ts';
import { levelAtZoom, type TilePlace, tilesTouching } from '../../../shared/map-sources/tile-grid.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { TrialPlace } from './map-sources.ts';
import type { SourceFiles } from './source-files.ts';
import type { SourceTiles } from './source-tiles.ts';
import type { StoredSource } from './stored-source.ts';
import type { TileOutcome } from './tile-outcome.ts';

type Trial = {
  readonly draft: MapSourceDraft;
  readonly file: { readonly path: string } | undefined;
  /** What came, so that showing it asks nobody again. */
  readonly came?: { readonly place: TilePlace; readonly outcome: TileOutcome };
};

/** Sources that are looked at before they are kept. Nothing of them comes to the disk. */
export type SourceTrials = {
  begin(
    draft: MapSourceDraft,
    before: StoredSource | undefined,
    place: TrialPlace,
  ): Promise<Result<SourceTrial>>;
  /** Undefined where there is no such trial any more. */
  tile(id: string, place: TilePlace, signal: AbortSignal): Promise<TileOutcome | undefined>;
  file(id: string): { readonly path: string; readonly name: string } | undefined;
};

/** Older ones are forgotten. */
const mostTrials = 8;
/** Where a source has nothing at the level that is looked at, it may have at coarser ones. */
const levelsTried = 6;
const trialMs = 30_000;

/** Trials, of which the last few are remembered. */
export function createSourceTrials({
  files,
  tiles,
}: {
  readonly files: Pick<SourceFiles, 'offered'>;
  readonly tiles: Pick<SourceTiles, 'tile'>;
}): SourceTrials {
  const trials = new Map<string, Trial>();
  const remember = (id: string, trial: Trial) => {
    trials.set(id, trial);
    for (const old of [...trials.keys()].slice(0, -mostTrials)) trials.delete(old);
  };

  const firstTile = async (draft: TiledSource & MapSourceDraft, file: Trial['file'], place: TrialPlace) => {
    const signal = AbortSignal.timeout(trialMs);
    let last: { place: TilePlace; outcome: TileOutcome } | undefined;
    for (const candidate of placesToTry(draft, place)) {
      const outcome = await tiles.tile({ source: draft, file }, candidate, signal);
      last = { place: candidate, outcome };
      if (outcome.kind !== 'none') break;
    }
    return last;
  };

  return {
    async begin(draft, before, place) {
      const fileId = 'fileId' in draft ? draft.fileId : null;
      const file =
        fileId === null
          ? before?.source.kind === draft.kind
            ? before.file
            : undefined
          : files.offered(draft.kind, fileId);
      const needsFile = draft.kind === 'geotiff' || (draft.kind === 'pmtiles' && draft.address === '');
      if (needsFile && !file)
        return fail('invalid-input', 'The chosen file is not known any more. Choose it again.');
      const id = randomUUID();
      if (draft.kind === 'geotiff') {
        remember(id, { draft, file });
        return succeed({ address: `/sources/${id}`, contentType: null, bytes: 0 });
      }
      const came = await firstTile(draft, file, place);
      if (!came || came.outcome.kind === 'none') {
        return fail(
          'not-found',
          'The source answers, but has no tile at the place and zoom that the map shows. Move the map to what it covers, or check the address.',
        );
      }
      const { outcome } = came;
      if (outcome.kind === 'offline') return fail('unreachable', outcome.reason);
      if (outcome.kind === 'failed') return fail('bad-response', outcome.reason);
      if (outcome.kind === 'no-source') return fail('not-found', 'The source is not there any more.');
      remember(id, { draft, file, came });
      const { z, x, y } = came.place;
      return succeed({
        address: `/tiles/${id}/${z}/${x}/${y}`,
        contentType: outcome.contentType,
        bytes: outcome.body.length,
      });
    },
    async tile(id, place, signal) {
      const trial = trials.get(id);
      if (!trial) return undefined;
      const { draft, file, came } = trial;
      const isSame = came && came.place.z === place.z && came.place.x === place.x && came.place.y === place.y;
      return isSame ? came.outcome : tiles.tile({ source: draft, file }, place, signal);
    },
    file(id) {
      const trial = trials.get(id);
      if (trial?.draft.kind !== 'geotiff' || !trial.file) return undefined;
      return { path: trial.file.path, name: trial.draft.fileName };
    },
  };
}

/** The tile that is looked at, then those around it at coarser levels. */
function* placesToTry(draft: TiledSource, { position, zoom }: TrialPlace): Generator<TilePlace> {
  const grid = gridOf(draft);
  const first = firstLevelOf(draft);
  const [longitude, latitude] = position;
  const nearly = 1e-9;
  let tried = 0;
  for (let z = Math.max(first, levelAtZoom(grid, zoom)); z >= first && tried < levelsTried; z -= 1) {
    const [range] = tilesTouching(grid, z, [longitude, latitude, longitude + nearly, latitude + nearly]);
    if (!range) continue;
    tried += 1;
    yield { z, x: range.fromX, y: range.fromY };
  }
  if (tried === 0) yield { z: first, x: 0, y: 0 };
}
