import { type SavedSearch, savedSearchSchema } from '../../../../shared/searches/saved-search.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { textCell, textOrNull } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';

/** The saved searches that have not been deleted, by name, and the ids of those that cannot be read. */
export function readSearches(sql: Sql): {
  readonly searches: readonly SavedSearch[];
  readonly unreadableIds: readonly string[];
} {
  const read = sql
    .all(
      'SELECT search_id, body FROM searches WHERE deleted_at IS NULL ORDER BY name COLLATE NOCASE, search_id',
    )
    .map((row) => ({
      id: textCell(row, 'search_id'),
      parsed: savedSearchSchema.safeParse(parseBoundedJson(textOrNull(row, 'body') ?? '')),
    }));
  return {
    searches: read.flatMap(({ parsed }) => (parsed.success ? [parsed.data] : [])),
    unreadableIds: read.flatMap(({ id, parsed }) => (parsed.success ? [] : [id])),
  };
}
