import { roleOf, tablesWith } from '../../workspace/file/schema/table-roles.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import { fileIdSetting } from '../../workspace/open/workspace-file-id.ts';
import { removeDatabase } from './copy-workspace.ts';
import { findSafetyCopy } from './read-safety-copy.ts';
import { noRows, type SalvagedFile, salvageFile } from './salvage-rows.ts';
import { readLayouts } from './table-layouts.ts';

/** Opens the safety copy of a file as its pages are, like the file itself; `temporary` is the name of a copy of it. */
export function openSafetyCopy(path: string, file: SalvagedFile, temporary: string, sql: Sql) {
  const { copy: found, remarks } = findSafetyCopy(path, readFileId(file));
  if (!found) return { copy: undefined, remarks, close() {} };
  const copy = salvageFile(found.path, temporary, readLayouts(sql));
  return {
    copy: { file: copy, savedAt: found.savedAt, isAhead: isAhead(copy, file) },
    remarks: [...remarks, ...copy.remarks.map((remark) => `In the safety copy: ${remark}`)],
    close(): void {
      copy.close();
      removeDatabase(temporary);
    },
  };
}

function readFileId(file: SalvagedFile): string | undefined {
  for (const { read } of file.rows('settings', noRows())) {
    const row = read();
    if (row?.key === fileIdSetting && typeof row.value === 'string') return row.value;
  }
  return undefined;
}

/** Whether the copy has rows that the file lacks although nothing deletes them. */
function isAhead(copy: SalvagedFile, file: SalvagedFile): boolean {
  return tablesWith(({ permanent }) => permanent !== undefined).some((table) => {
    const key = roleOf(table)?.permanent ?? '';
    const known = readValues(file, table, key);
    return [...readValues(copy, table, key)].some((value) => !known.has(value));
  });
}

function readValues(file: SalvagedFile, table: string, column: string): ReadonlySet<unknown> {
  const values = new Set<unknown>();
  for (const { read } of file.rows(table, noRows())) {
    const row = read();
    if (row) values.add(row[column]);
  }
  return values;
}
