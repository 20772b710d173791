import { rawRecords } from '../../workspace/ingest/raw-blocks.ts';
import type { Sql } from '../../workspace/sql.ts';
import type { ExportNotes } from '../export-notes.ts';
import type { PlannedScope } from '../export-plan.ts';
import type { OutputFile } from '../files/output-file.ts';
import { recordsInScope } from '../rows/footprint-layer.ts';
import type { Progress } from './progress.ts';

/** So many records are written between two looks at whether to stop. */
const batchSize = 100;

/**
 * Writes the records of the scope as they came, for a scope of everything those without detections, too: byte for byte
 * in one JSON list, or one a line. A line break between the members of a record becomes a space there; within their
 * texts JSON has none. What is counted are the detections of the records.
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
  for (const { bytes } of rawRecords(sql, 0, inScope)) {
    if (count > 0) file.bytes(separator);
    file.bytes(form === 'list' ? bytes : onOneLine(bytes));
    count += 1;
    if (count % batchSize === 0) progress.check();
    const busy = file.busy();
    if (busy) await busy;
  }
  file.text(form === 'list' ? '\n]\n' : count > 0 ? '\n' : '');
  const [[all, detections] = []] = sql.arrays(
    `SELECT count(*), sum(detections) FROM records WHERE ${inScope}`,
  );
  progress.written(Number(detections ?? 0));
  const lost = Number(all) - count;
  if (lost > 0) notes.add(`The workspace does not hold the raw text of ${lost} of the ${all} records.`);
}

/** Settles once which records are meant, and returns the condition for them. */
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
