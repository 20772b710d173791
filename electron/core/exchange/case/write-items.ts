import { statSync } from 'node:fs';
import type { ToolContext } from '../../base/tool-context.ts';
import { createSql } from '../../workspace/file/sql.ts';
import { createWorkspaceStore } from '../../workspace/open/workspace-store.ts';
import { forgetWatchedIds } from '../../workspace/tables/watch-tables.ts';
import { areasInScope, rulesInScope, searchesInScope } from './case-contents.ts';
import { copyLayers, writeFromWorkspace } from './write-case.ts';

/** The open workspace, and the file that is written, which must not exist yet. */
export type ItemsTask = { readonly workspacePath: string; readonly to: string; readonly madeAt: string };

/** Counts of written items. */
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
  const written = writeFromWorkspace({ workspacePath, to }, (source, database) => {
    const sql = createSql(database);
    const store = createWorkspaceStore(database);
    const rules = rulesInScope(source, everything);
    const areas = new Set(rules.map(({ areaId }) => areaId));
    const searches = new Set(rules.map(({ searchId }) => searchId));
    const chosen = areasInScope(source, everything).filter(({ id, site }) => site || areas.has(id));
    for (const area of chosen) store.upsertArea(area);
    for (const search of searchesInScope(source, everything))
      if (searches.has(search.id)) store.saveSearch({ ...search, paused: true }, madeAt);
    const known = { ids: new Uint32Array(), subjects: [], fetches: [] };
    for (const rule of rules) store.adoptWatchRule(rule, known);
    forgetWatchedIds(sql);
    copyLayers(source, sql, workspacePath, run);
    return {
      layers: store.listLayers().length,
      sites: chosen.filter(({ site }) => site).length,
      ruleIds: rules.map(({ id }) => id),
    };
  });
  return { ...written, bytes: statSync(to).size };
}
