import { numberOrNull } from '../../workspace/file/cells.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import type { PlannedScope } from '../export-plan.ts';
import type { IdRange } from '../rows/detection-source.ts';

/** The number of detections per range: their text is a megabyte or two. */
const rangeSize = 2048;

/** An upper estimate of the number of detections in a scope. */
export function sizeOfScope(sql: Sql, scope: PlannedScope): number {
  return scope.kind === 'ids' ? scope.ids.length : lastId(sql);
}

/** The whole of a scope in ranges of ids, ascending, `from` inclusive, `to` exclusive. */
export function* idRanges(sql: Sql, scope: PlannedScope): Generator<IdRange> {
  if (scope.kind === 'ids') {
    for (let at = 0; at < scope.ids.length; at += rangeSize) {
      yield { from: scope.ids[at] ?? 0, to: scope.ids[at + rangeSize] ?? Number.MAX_SAFE_INTEGER };
    }
    return;
  }
  const last = lastId(sql);
  for (let from = 0; from <= last; from += rangeSize) yield { from, to: from + rangeSize };
}

function lastId(sql: Sql): number {
  const row = sql.get(
    'SELECT max(fid) AS last FROM (SELECT max(fid) AS fid FROM detections UNION ALL SELECT max(fid) FROM detection_areas)',
  );
  return (row && numberOrNull(row, 'last')) ?? 0;
}
