import { formatCount, formatQuantity } from '../../../../shared/format.ts';
import { numberCell, textCell } from '../../workspace/cells.ts';
import { damageRemedy, type WorkspaceDamage } from '../../workspace/safety/describe-damage.ts';
import { everyKey, type KeyRange } from '../../workspace/safety/rows-on-pages.ts';
import { type Sql, type SqlRow, sqliteCode, sqliteCodes } from '../../workspace/sql.ts';
import type { ExportNotes } from '../export-notes.ts';
import type { ExportPlan } from '../export-plan.ts';

const detectionTables = ['detections', 'detection_areas'] as const;
type DetectionTable = (typeof detectionTables)[number];

/** How many ids are named in one sentence. */
const maxNamed = 20;

/** Adds to the notes of an export what the known damage of the workspace's file means for it. */
export function noteDamage(
  sql: Sql,
  { scope, reviews }: Pick<ExportPlan, 'scope' | 'reviews'>,
  notes: ExportNotes,
): void {
  const { damage } = scope;
  if (!damage) return;
  const contents = damage.contents.length === 0 ? '' : ` (${damage.contents.join(', ')})`;
  notes.add(
    `The workspace file is damaged on the disk${contents}. ${describe(sql, damage, scope.kind, reviews)}`,
  );
}

function describe(sql: Sql, { rows }: WorkspaceDamage, kind: 'all' | 'ids', withReviews: boolean): string {
  const unknown = `What of this export lies on the damaged pages cannot be read: its values may be wrong. ${damageRemedy}`;
  if (!rows) return unknown;
  try {
    // From the indexes, since the rows themselves are damaged.
    const read = (indexed: string, key: string, ranges: readonly KeyRange[] = [], recordId = 'record_id') =>
      ranges.flatMap(({ from, to }) =>
        sql.all(`SELECT ${key} AS key, ${recordId} FROM ${indexed} WHERE ${key} BETWEEN ? AND ?`, from, to),
      );
    const isChosen = ({ key }: SqlRow) =>
      kind === 'all' || sql.get('SELECT 1 FROM chosen WHERE id = ?', Number(key)) !== undefined;
    const readDetections = (rangesOf: (table: DetectionTable) => readonly KeyRange[] | undefined) =>
      detectionTables.flatMap((table) =>
        read(
          `${table} AS d INDEXED BY ${table}_by_record_key
           JOIN (SELECT id, record_id FROM records INDEXED BY sqlite_autoindex_records_1) AS r ON r.id = d.record_key`,
          'd.fid',
          rangesOf(table),
          'r.record_id',
        ).filter(isChosen),
      );
    const detections = readDetections((table) => rows[table]);
    const reviewed = withReviews
      ? read('reviews INDEXED BY reviews_by_identity', 'detection_id', rows.reviews).filter(isChosen)
      : [];
    const allEmptied = [
      ...read('records INDEXED BY sqlite_autoindex_records_1', 'id', rows.records),
      ...read('sensors INDEXED BY sensors_by_record', 'id', rows.sensors),
    ];
    const inScope =
      allEmptied.length === 0 ? undefined : new Set(recordsOf(readDetections(() => [everyKey])));
    const emptied = recordsOf(allEmptied).filter((record) => inScope?.has(record));
    const sentences = [
      ...(detections.length > 0
        ? [
            `${formatQuantity(detections.length, 'detection')} on damaged pages ${detections.length === 1 ? 'is' : 'are'} left out, of ${listed('record', recordsOf(detections))}.`,
          ]
        : []),
      ...(reviewed.length > 0
        ? [
            `Reviews on damaged pages are left out: those of ${listed(
              'detection',
              reviewed.map((row) => String(numberCell(row, 'key'))),
            )}.`,
          ]
        : []),
      ...(emptied.length > 0
        ? [
            `Times or sensors on damaged pages are left empty, for detections of ${listed('record', emptied)}.`,
          ]
        : []),
    ];
    if (sentences.length === 0) return 'Nothing of this export lies on the damaged pages.';
    return `${sentences.join(' ')} ${damageRemedy}`;
  } catch (error) {
    if (sqliteCode(error) !== sqliteCodes.corrupt) throw error;
    return unknown;
  }
}

function recordsOf(rows: readonly SqlRow[]): readonly string[] {
  return [...new Set(rows.map((row) => textCell(row, 'record_id')))];
}

/** `3 records: a, b, c`. */
function listed(noun: string, ids: readonly string[]): string {
  const more = ids.length > maxNamed ? ` and ${formatCount(ids.length - maxNamed)} more` : '';
  return `${formatQuantity(ids.length, noun)}: ${ids.slice(0, maxNamed).join(', ')}${more}`;
}
