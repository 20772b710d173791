import { toMarking } from '../../../../shared/marking.ts';
import type { Sql } from '../file/sql.ts';
import { getSetting } from './settings.ts';

/** The setting that contains the marking of the workspace, as plain text. */
export const markingKey = 'workspace.marking';

/** The marking of an open workspace; `''` for none. */
export async function markingOf(
  workspace: { readonly getSetting: (key: string) => Promise<string | undefined> } | undefined,
): Promise<string> {
  return toMarking(await workspace?.getSetting(markingKey));
}

/** The marking in a workspace's file; `''` for none. */
export function readMarking(sql: Sql): string {
  return toMarking(getSetting(sql, markingKey));
}
