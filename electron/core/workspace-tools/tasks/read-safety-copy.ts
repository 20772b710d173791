import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { formerCopyOf, newestCopyOf, workspaceOfCopy } from '../../workspace/file/safety-copy-names.ts';
import { schemaVersion } from '../../workspace/file/schema/migrate.ts';
import { roleOf, tablesWith } from '../../workspace/file/schema/table-roles.ts';
import { isContentError, removeDatabase, type Sql, sqliteCode } from '../../workspace/file/sql.ts';
import { fileIdSetting } from '../../workspace/open/workspace-file-id.ts';
import { openForeign } from '../../workspace/safety/open-foreign.ts';
import { noRows, SalvagedFile } from './salvage-rows.ts';
import { readLayouts } from './table-layouts.ts';

const factsSchema = z.object({
  /** Id of the workspace file that was copied; a part of it can become one of a file name. */
  fileId: z.string().regex(/^[\w-]{1,100}$/),
  /** Changes with the content of the copied tables. */
  state: z.string().max(100),
  /** UTC, ISO 8601. */
  savedAt: z.iso.datetime(),
});

/** Statement of a safety copy about its source. */
export type SafetyCopyFacts = z.infer<typeof factsSchema>;

/** Their place in its table app_meta. */
export const safetyCopyKeys = {
  fileId: 'safety_copy_of',
  state: 'safety_copy_state',
  savedAt: 'safety_copy_saved_at',
} as const satisfies Record<keyof SafetyCopyFacts, string>;

/** Reads what a safety copy is one of; undefined where there is none, or none that Sightline has written. */
export function readSafetyCopy(copy: string): SafetyCopyFacts | undefined {
  if (!existsSync(copy)) return undefined;
  try {
    const { database, schema } = openForeign(copy, 500);
    try {
      if (schema.kind !== 'workspace' || schema.version > schemaVersion) return undefined;
      const read = database.prepare('SELECT value FROM app_meta WHERE key = ?');
      const facts = Object.entries(safetyCopyKeys).map(([fact, key]) => [fact, read.get(key)?.value]);
      return factsSchema.safeParse(Object.fromEntries(facts)).data;
    } finally {
      database.close();
    }
  } catch (error) {
    if (isContentError(error)) return undefined;
    throw error;
  }
}

/** The last safety copy of a workspace file, and whether there is one at its place that cannot be used. */
export type FoundSafetyCopy = {
  readonly copy: (SafetyCopyFacts & { readonly path: string }) | undefined;
  /** Sentences about copies that are not used. */
  readonly remarks: readonly string[];
};

/** Maximum number of files of a folder that are opened in search of a copy. */
const maxOpened = 100;

/**
 * Finds the newest usable safety copy of a workspace file: beside it by its name, or one in the same folder whose
 * workspace is not there, since it was renamed. Without an id, which damage may have destroyed, the name alone counts.
 */
export function findSafetyCopy(file: string, fileId: string | undefined): FoundSafetyCopy {
  const remarks: string[] = [];
  for (const copy of [newestCopyOf(file), formerCopyOf(file)]) {
    if (!existsSync(copy)) continue;
    const { facts, remark } = tryToRead(copy);
    const name = path.basename(copy);
    if (remark !== undefined) remarks.push(remark);
    else if (!facts)
      remarks.push(`The safety copy ${name} is damaged, or is none of Sightline’s; it was not used.`);
    else if (fileId === undefined) {
      remarks.push(
        `The identity of the workspace could not be read; the safety copy ${name} is the one with its name.`,
      );
      return { copy: { ...facts, path: copy }, remarks };
    } else if (facts.fileId === fileId) return { copy: { ...facts, path: copy }, remarks };
    else remarks.push(`The safety copy ${name} is one of another workspace; it was not used.`);
  }
  const renamed =
    fileId === undefined ? { copy: undefined, remarks: [] } : findRenamed(path.dirname(file), fileId);
  return { copy: renamed.copy, remarks: [...remarks, ...renamed.remarks] };
}

/** Like `readSafetyCopy`, with a sentence about a copy that SQLite cannot open in place of an error. */
function tryToRead(copy: string): { readonly facts?: SafetyCopyFacts | undefined; readonly remark?: string } {
  try {
    return { facts: readSafetyCopy(copy) };
  } catch (error) {
    if (!(error instanceof Error) || sqliteCode(error) === undefined) throw error;
    const name = path.basename(copy);
    return { remark: `The safety copy ${name} could not be opened (${error.message}); it was not used.` };
  }
}

function findRenamed(folder: string, fileId: string): FoundSafetyCopy {
  const remarks: string[] = [];
  const copies = readdirSync(folder)
    .map((name) => path.join(folder, name))
    .filter((copy) => {
      const workspace = workspaceOfCopy(copy);
      return workspace !== undefined && !existsSync(workspace);
    })
    .slice(0, maxOpened)
    .flatMap((copy) => {
      const { facts, remark } = tryToRead(copy);
      if (remark !== undefined) remarks.push(remark);
      return facts?.fileId === fileId ? [{ ...facts, path: copy }] : [];
    });
  const [copy] = copies.toSorted((one, other) => Date.parse(other.savedAt) - Date.parse(one.savedAt));
  return { copy, remarks };
}

/** Opens the safety copy of a file as its pages are, like the file itself; `temporary` is the name of a copy of it. */
export function openSafetyCopy(path: string, file: SalvagedFile, temporary: string, sql: Sql) {
  const { copy: found, remarks } = findSafetyCopy(path, readFileId(file));
  if (!found) return { copy: undefined, remarks, close() {} };
  const copy = new SalvagedFile(found.path, temporary, readLayouts(sql));
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
