import { statSync } from 'node:fs';
import type { CarriedCounts } from '../../../../shared/carried-words.ts';
import { listsOnWay } from '../../../../shared/items/item-kinds.ts';
import type { ToolContext } from '../../base/tool-context.ts';
import { everything } from '../../workspace/carried/carried-kind.ts';
import { writeCarried } from '../../workspace/carried/carried-kinds.ts';
import { createSql } from '../../workspace/file/sql.ts';
import { createWorkspaceStore } from '../../workspace/open/workspace-store.ts';
import { forgetWatchedIds } from '../../workspace/tables/watch-tables.ts';
import { copyLayers, writeFromWorkspace } from './write-case.ts';

/** The open workspace, and the file that is written, which must not exist yet. */
export type ItemsTask = { readonly workspacePath: string; readonly to: string; readonly madeAt: string };

/** Counts of written items. */
export type WrittenItems = {
  readonly layers: number;
  readonly sites: number;
  readonly ruleIds: readonly string[];
  /** Counts of lists. */
  readonly lists: Partial<CarriedCounts>;
  readonly bytes: number;
};

/**
 * Writes the layers, sites and rules of the watch of a workspace, which may be open, as a workspace without records: rules
 * with their areas and searches, which are paused.
 */
export function writeItems({ workspacePath, to, madeAt }: ItemsTask, run: ToolContext): WrittenItems {
  const written = writeFromWorkspace({ workspacePath, to }, (source, database) => {
    const sql = createSql(database);
    const store = createWorkspaceStore(database);
    const choice = { ...everything, isOfItems: true };
    writeCarried(source, store, choice, { madeAt, throwIfStopped: run.throwIfStopped });
    forgetWatchedIds(sql);
    copyLayers(source, sql, workspacePath, run);
    return {
      layers: store.listLayers().length,
      sites: store.listAreas().filter(({ site }) => site).length,
      ruleIds: store.listWatchRules().rules.map(({ rule }) => rule.id),
      lists: Object.fromEntries(listsOnWay('team').map((kind) => [kind, store.listItems(kind).length])),
    };
  });
  return { ...written, bytes: statSync(to).size };
}
