import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import {
  roleOf,
  type TableRole,
  tableRoles,
  tablesWith,
} from '../../../../../../../electron/core/workspace/file/schema/table-roles.ts';
import { openForeign } from '../../../../../../../electron/core/workspace/safety/open-foreign.ts';
import { compactWorkspace } from '../../../../../../../electron/core/workspace-tools/tasks/compact-workspace.ts';
import { rebuildWorkspace } from '../../../../../../../electron/core/workspace-tools/tasks/rebuild-workspace.ts';
import { saveSafetyCopy } from '../../../../../../../electron/core/workspace-tools/tasks/save-safety-copy.ts';
import { destroyTables } from '../../../../../../builders/damage.ts';
import { buildToolRun } from '../../../../../../builders/tool-run.ts';
import { fillWithWork, readWork } from '../../../../../../builders/user-work.ts';
import { openTestStore } from '../../../../../../builders/workspace-builder.ts';

const tables = Object.keys(tableRoles) as (keyof typeof tableRoles)[];
const work = tables.filter((table) => !roleOf(table)?.isDerived);

async function build() {
  const store = openTestStore();
  await fillWithWork(store);
  store.close();
  const beside = (name: string) => path.join(path.dirname(store.path), name);
  return { file: store.path, before: readWork(store.path), beside };
}

describe('the tables of a workspace', () => {
  test('each have a role, and each role is one of a table', () => {
    const { path: file, close } = openTestStore();
    close();
    const database = new DatabaseSync(file, { readOnly: true });
    const names = database
      .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')")
      .all()
      .map((row) => String(row.name))
      .filter((name) => !/^(sqlite_|gpkg_|rtree_)/.test(name));
    database.close();
    expect(names.toSorted()).toEqual(tables.toSorted());
  });

  test.each(work)('%s is saved and passed on, or it is stated why not', (table) => {
    const role: TableRole = tableRoles[table];
    const isEverywhere = role.safetyCopy !== undefined && role.passedOn?.length === 3;
    expect(isEverywhere || role.note !== undefined).toBe(true);
  });

  test('are all filled, and stay as they are through a compaction', async () => {
    const { file, before, beside } = await build();
    for (const table of work) expect([table, before.get(table)?.length]).not.toEqual([table, 0]);
    compactWorkspace({ from: file, to: beside('compact.gpkg') }, buildToolRun());
    expect(readWork(beside('compact.gpkg'))).toEqual(before);
  });

  test('stay as they are through a rebuild', async () => {
    const { file, before, beside } = await build();
    rebuildWorkspace({ from: [file], to: beside('rebuilt.gpkg') }, buildToolRun());
    const after = readWork(beside('rebuilt.gpkg'));
    for (const [table, rows] of before) {
      // All records of a fetch are new when they are ingested again.
      if (table !== 'fetch_records') expect([table, after.get(table)]).toEqual([table, rows]);
    }
  });

  test('that exist nowhere else are rescued by the safety copy', async () => {
    const { file, before, beside } = await build();
    expect(await saveSafetyCopy({ path: file, isOnNetwork: false }, buildToolRun())).toEqual({
      kind: 'saved',
    });
    const copied = [...tablesWith(({ safetyCopy }) => safetyCopy !== undefined)];
    const layers = [...before.keys()].filter((name) => name.startsWith('layer_'));
    expect(layers).toHaveLength(1);
    destroyTables(file, ...copied, ...layers);
    rebuildWorkspace({ from: [file], to: beside('rescued.gpkg') }, buildToolRun());
    const after = readWork(beside('rescued.gpkg'));
    for (const table of [...copied, ...layers])
      expect([table, after.get(table)]).toEqual([table, before.get(table)]);
  });

  test('are those that a foreign file is checked for', async () => {
    const { file } = await build();
    const { database, schema } = openForeign(file, 500);
    database.close();
    expect(schema.kind).toBe('workspace');
    for (const table of tables) {
      const changed = `${file}.${table}`;
      writeFileSync(changed, readFileSync(file));
      const edited = new DatabaseSync(changed, { defensive: false });
      edited.exec(
        `PRAGMA writable_schema = ON;
         DELETE FROM sqlite_schema WHERE type <> 'table' AND tbl_name = '${table}';
         UPDATE sqlite_schema SET type = 'view', rootpage = 0, sql = 'CREATE VIEW ${table} AS SELECT 1' WHERE name = '${table}'`,
      );
      edited.close();
      const foreign = openForeign(changed, 500);
      foreign.database.close();
      expect([table, foreign.schema.kind]).toEqual([table, 'refused']);
    }
  });
});
