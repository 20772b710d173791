import { toMarking } from '../../../../shared/marking.ts';
import type { Sql } from '../file/sql.ts';
import { getSetting } from './settings.ts';

/** The setting that contains the marking of the workspace, as plain text. */
export const markingKey = 'workspace.marking';

/** The marking of a workspace; `''` for none. */
export function readMarking(sql: Sql): string {
  return toMarking(getSetting(sql, markingKey));
}
