import { rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { ToolContext } from '../../base/tool-context.ts';
import { registerSpatialFunctions } from '../../workspace/file/geopackage/spatial-functions.ts';
import { closeDatabase, createSql } from '../../workspace/file/sql.ts';
import { closeWriter, openDatabase } from '../../workspace/open/open-database.ts';
import { createWorkspaceStore } from '../../workspace/open/workspace-store.ts';
import { forgetWatchedIds } from '../../workspace/tables/watch-tables.ts';
import { areasInScope, rulesInScope, searchesInScope } from './case-contents.ts';
import { copyLayers } from './write-case.ts';

/** The open workspace, and the file that is written, which must not exist yet. */
export type ItemsTask = { readonly workspacePath: string; readonly to: string; readonly madeAt: string };

/** What was written. */
export type WrittenItems = {
  readonly layers: number;
  readonly sites: number;
  readonly ruleIds: readonly string[];
  readonly bytes: number;
};

const everything = { kind: 'all' } as const;

/**
 * Writes the layers, sites and rules of the watch of a workspace, which may be open, as a workspace without records: rules
 * with their areas and searches, which are paused.
 */
export function writeItems({ workspacePath, to, madeAt }: ItemsTask, run: ToolContext): WrittenItems {
  const from = new DatabaseSync(workspacePath, { readOnly: true, timeout: 5000 });
  try {
    registerSpatialFunctions(from);
    from.exec('BEGIN');
    const source = createSql(from);
    const { database } = openDatabase(to);
    let written: Omit<WrittenItems, 'bytes'>;
    try {
      const sql = createSql(database);
      const store = createWorkspaceStore(database);
      const rules = rulesInScope(source, everything);
      const [areas, searches] = [
        new Set(rules.map(({ areaId }) => areaId)),
        new Set(rules.map(({ searchId }) => searchId)),
      ];
      const chosen = areasInScope(source, everything).filter(({ id, site }) => site || areas.has(id));
      for (const area of chosen) store.upsertArea(area);
      for (const search of searchesInScope(source, everything))
        if (searches.has(search.id)) store.saveSearch({ ...search, paused: true }, madeAt);
      const known = { ids: new Uint32Array(), subjects: [], fetches: [] };
      for (const rule of rules) store.adoptWatchRule(rule, known, madeAt);
      forgetWatchedIds(sql);
      copyLayers(source, sql, workspacePath, run);
      written = {
        layers: store.listLayers().length,
        sites: chosen.filter(({ site }) => site).length,
        ruleIds: rules.map(({ id }) => id),
      };
    } finally {
      closeWriter(database);
    }
    return { ...written, bytes: statSync(to).size };
  } catch (error) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(to + suffix, { force: true });
    throw error;
  } finally {
    closeDatabase(from);
  }
}
