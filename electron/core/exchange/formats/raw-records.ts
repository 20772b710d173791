import { formatCount, formatQuantity } from '../../../../shared/format.ts';
import { selectFromBoth } from '../../workspace/file/detection-tables.ts';
import { readRawRecords } from '../../workspace/file/raw-blocks.ts';
import { countRows, type Sql } from '../../workspace/file/sql.ts';
import { describeDamagedRecords } from '../../workspace/safety/describe-damage.ts';
import type { PlannedScope } from '../export-plan.ts';
import type { ExportNotes, Progress } from '../export-progress.ts';
import type { OutputFile } from '../files/output-file.ts';

/**
 * Writes the raw records of the scope; for a scope of everything also those without detections. Byte for byte in one
 * JSON list, or one per line, where line breaks between JSON tokens become spaces. Progress counts their
 * detections in scope; that the records have others, too, is noted.
 */
export async function writeRawRecords(
  file: OutputFile,
  { sql, scope, form }: { readonly sql: Sql; readonly scope: PlannedScope; readonly form: 'list' | 'lines' },
  notes: ExportNotes,
  progress: Progress,
): Promise<void> {
  const records = chooseRecords(sql, scope);
  const separator = Buffer.from(form === 'list' ? ',\n' : '\n');
  let [count, ofRecords, matching] = [0, 0, 0];
  if (form === 'list') file.text('[\n');
  const damaged: string[] = [];
  const raw = readRawRecords(sql, `id IN (SELECT id FROM ${records})`, (recordId) => damaged.push(recordId));
  for (const { recordKey, bytes } of raw) {
    if (count > 0) file.bytes(separator);
    file.bytes(form === 'list' ? bytes : onOneLine(bytes));
    count += 1;
    const [[all, chosen] = []] = sql.arrays(
      `SELECT detections, chosen FROM ${records} WHERE id = ?`,
      recordKey,
    );
    ofRecords += Number(all);
    matching += Number(chosen);
    progress.written(Number(chosen));
    const busy = file.whenWritable();
    if (busy) await busy;
  }
  file.text(form === 'list' ? '\n]\n' : count > 0 ? '\n' : '');
  if (ofRecords > matching) notes.add(describeWhole(count, ofRecords, matching));
  const all = countRows(sql, records);
  if (damaged.length > 0) notes.add(describeDamagedRecords(damaged, all));
  const lost = all - count - damaged.length;
  if (lost > 0) notes.add(`The workspace does not hold the raw text of ${lost} of the ${all} records.`);
}

/** Creates a table of the records of the scope, with all of their detections and those in scope. Returns its name. */
function chooseRecords(sql: Sql, scope: PlannedScope): string {
  const select =
    scope.kind === 'all'
      ? 'SELECT id, detections, detections AS chosen FROM records'
      : `SELECT records.id, detections, count(*) AS chosen FROM records JOIN
           (${selectFromBoth((table) => `SELECT record_id FROM chosen CROSS JOIN ${table} ON fid = chosen.id`)})
           USING (record_id) GROUP BY records.id`;
  sql.database.exec(`CREATE TEMP TABLE chosen_records (id INTEGER PRIMARY KEY, detections INTEGER, chosen INTEGER);
    INSERT INTO chosen_records ${select}`);
  return 'chosen_records';
}

function describeWhole(records: number, detections: number, matching: number): string {
  const verb = matching === 1 ? 'matches' : 'match';
  return `Records are written whole: ${formatQuantity(records, 'record')} with ${formatQuantity(detections, 'detection')}, of which ${formatCount(matching)} ${verb}.`;
}

function onOneLine(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(0x0a) && !bytes.includes(0x0d)) return bytes;
  return bytes.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte));
}
