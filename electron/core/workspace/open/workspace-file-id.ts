import { randomUUID } from 'node:crypto';
import type { Sql } from '../file/sql.ts';
import { toWriteResult } from './get-open-workspace.ts';
import type { Workspace } from './workspace.ts';

/** The key in the settings of the id that a workspace file has, wherever it is. */
export const fileIdSetting = 'workspace.file-id';

/** Returns the id of the file, which it gets when it is first opened for writing; undefined when it cannot be written. */
export async function readFileId(workspace: Workspace): Promise<string | undefined> {
  const known = await workspace.getSetting(fileIdSetting);
  if (known !== undefined || workspace.readOnly !== undefined) return known;
  const id = randomUUID();
  const saved = await toWriteResult(workspace.saveSetting(fileIdSetting, id));
  return saved.ok ? id : undefined;
}

/** Removes the copied id of a rebuilt file, so that it gets another one: its detections have other ids. */
export function removeFileId(sql: Sql): void {
  sql.run`DELETE FROM settings WHERE key = ${fileIdSetting}`;
}
