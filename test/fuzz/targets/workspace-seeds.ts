import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { registerSpatialFunctions } from '../../../electron/core/workspace/file/geopackage/spatial-functions.ts';
import { closeWriter, openDatabase } from '../../../electron/core/workspace/open/open-database.ts';
import { savePageSums } from '../../../electron/core/workspace/safety/page-sums.ts';
import {
  buildArea,
  buildRecords,
  fillWithReviews,
  readWorkspaceContent,
} from '../../builders/filled-workspace.ts';
import { createFillableStore } from '../../builders/workspace-builder.ts';
import { once, scratchFolder } from '../scratch-file.ts';

/** An undamaged workspace. */
export type WorkspaceSeed = {
  readonly bytes: Buffer;
  readonly pageSize: number;
  /** The checksums that Sightline saved when it closed the file, as `savePageSums` writes them. */
  readonly sums: Buffer;
  /** Raw records by their ids, as latin1. */
  readonly raw: ReadonlyMap<string, string>;
};

/** Pages as Sightline writes them, and small ones: the same tables in a file a tenth as large. */
const pageSizes = [16_384, 1024];

/** Workspaces with records, detections, reviews, an area and a setting; the same bytes in every process. */
export const workspaceSeeds = once((): readonly WorkspaceSeed[] => {
  const folder = mkdtempSync(path.join(scratchFolder(), 'seeds-'));
  const file = path.join(folder, 'seed.gpkg');
  const { database } = openDatabase(file);
  const store = createFillableStore(database);
  fillWithReviews(store, buildRecords(12));
  store.upsertArea(buildArea('Harbour'));
  store.saveSetting('workspace.name', 'Seed');
  closeWriter(database);
  const seeds = pageSizes.map((pageSize) => repack(file, path.join(folder, `${pageSize}.gpkg`), pageSize));
  rmSync(folder, { recursive: true });
  return seeds;
});

function repack(from: string, to: string, pageSize: number): WorkspaceSeed {
  const database = new DatabaseSync(from);
  registerSpatialFunctions(database);
  // Times of the clock would differ in the next process.
  database.exec(`UPDATE gpkg_contents SET last_change = '2026-11-20T08:00:00.000Z'`);
  database.exec(`PRAGMA page_size = ${pageSize}`);
  database.prepare('VACUUM INTO ?').run(to);
  database.close();
  const sumsFile = `${to}.sums`;
  savePageSums(sumsFile, to);
  const { raw } = readWorkspaceContent(to);
  return { bytes: readFileSync(to), pageSize, sums: readFileSync(sumsFile), raw };
}
