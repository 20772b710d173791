import { readRawRecords } from '../../workspace/file/raw-blocks.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import { describeDamagedRecords } from '../../workspace/safety/describe-damage.ts';
import type { PlannedScope } from '../export-plan.ts';
import type { ExportNotes, Progress } from '../export-progress.ts';
import type { OutputFile } from '../files/output-file.ts';
import { recordsInScope } from '../rows/footprint-layer.ts';

/** The number of records between two checks for cancellation. */
const batchSize = 100;

/**
 * Writes the raw records of the scope; for a scope of everything also those without detections. Byte for byte in one
 * JSON list, or one per line, where line breaks between JSON tokens become spaces. Progress counts the detections of the
 * records.
 */
export async function writeRawRecords(
  file: OutputFile,
  { sql, scope, form }: { readonly sql: Sql; readonly scope: PlannedScope; readonly form: 'list' | 'lines' },
  notes: ExportNotes,
  progress: Progress,
): Promise<void> {
  const inScope = chooseRecords(sql, scope);
  const separator = Buffer.from(form === 'list' ? ',\n' : '\n');
  let count = 0;
  if (form === 'list') file.text('[\n');
  const damaged: string[] = [];
  for (const { bytes } of readRawRecords(sql, inScope, (recordId) => damaged.push(recordId))) {
    if (count > 0) file.bytes(separator);
    file.bytes(form === 'list' ? bytes : onOneLine(bytes));
    count += 1;
    if (count % batchSize === 0) progress.throwIfStopped();
    const busy = file.whenWritable();
    if (busy) await busy;
  }
  file.text(form === 'list' ? '\n]\n' : count > 0 ? '\n' : '');
  const [[all, detections] = []] = sql.arrays(
    `SELECT count(*), sum(detections) FROM records WHERE ${inScope}`,
  );
  progress.written(Number(detections ?? 0));
  if (damaged.length > 0) notes.add(describeDamagedRecords(damaged, Number(all)));
  const lost = Number(all) - count - damaged.length;
  if (lost > 0) notes.add(`The workspace does not hold the raw text of ${lost} of the ${all} records.`);
}

/** Materializes the records of the scope, and returns an SQL condition for them. */
function chooseRecords(sql: Sql, scope: PlannedScope): string {
  if (scope.kind === 'all') return 'TRUE';
  sql.database.exec(`CREATE TEMP TABLE chosen_records (id INTEGER PRIMARY KEY);
    INSERT INTO chosen_records SELECT id FROM records WHERE ${recordsInScope(scope)}`);
  return 'id IN (SELECT id FROM chosen_records)';
}

function onOneLine(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(0x0a) && !bytes.includes(0x0d)) return bytes;
  return bytes.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte));
}
