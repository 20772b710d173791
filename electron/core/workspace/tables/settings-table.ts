import { textCell } from '../cells.ts';
import type { Sql } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';

/** Small values that belong to the workspace, by key. */
export function createSettingsTable(sql: Sql): Pick<WorkspaceStore, 'getSetting' | 'saveSetting'> {
  return {
    getSetting(key) {
      const row = sql.get('SELECT value FROM settings WHERE key = ?', key);
      return row && textCell(row, 'value');
    },
    saveSetting(key, value) {
      sql.transaction(() =>
        sql.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', key, value),
      );
    },
  };
}
