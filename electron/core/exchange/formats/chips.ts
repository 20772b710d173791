import { csvCell } from '../../../../shared/csv-cell.ts';
import { formatCount, formatQuantity } from '../../../../shared/format.ts';
import type { ChipReader } from '../../chips/chip-cache.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import { caseChip } from '../../workspace/read/chips.ts';
import type { PlannedScope } from '../export-plan.ts';
import type { ExportNotes, Progress } from '../export-progress.ts';
import { type OutputFile, readPieces } from '../files/output-file.ts';
import type { ZipWriter } from '../files/zip-writer.ts';
import { readDetections } from '../rows/detection-source.ts';

const columns = ['detection_id', 'record_id', 'region', 'chip_identifier', 'file', 'state'];

/**
 * Writes the cached chips of the scope into an archive, with a list of all chips in `index.csv`: the file of each, and
 * which are not cached.
 */
export async function writeChips(
  zip: ZipWriter,
  list: OutputFile,
  { sql, scope, chips }: { readonly sql: Sql; readonly scope: PlannedScope; readonly chips: ChipReader },
  notes: ExportNotes,
  progress: Progress,
): Promise<void> {
  let missing = 0;
  list.text(`${columns.join(',')}\r\n`);
  for (const batch of readDetections(sql, scope, false)) {
    progress.throwIfStopped();
    for (const row of batch) {
      if (row.chipIdentifier === null) continue;
      const { png, state } = findChip(sql, row.facts.region, row.chipIdentifier, chips);
      const file = png ? `chips/${row.name.uid}.png` : null;
      if (png && file) zip.addWhole(file, png);
      else missing += 1;
      const cells = [row.name.uid, row.facts.recordId, row.facts.region, row.chipIdentifier, file, state];
      list.text(`${cells.map((cell) => csvCell(cell)).join(',')}\r\n`);
    }
  }
  await list.settled();
  await zip.add('index.csv', readPieces(list));
  if (missing > 0) notes.add(describeMissing(missing));
}

/** The chip of a detection in a region, from the cache or of the case that the workspace is, and whether there is one. */
export function findChip(
  sql: Sql,
  region: string | null,
  chipIdentifier: string,
  chips: Pick<ChipReader, 'read'>,
): { readonly png?: Uint8Array; readonly state: string } {
  if (region === null) return { state: 'the record names no region' };
  const png = chips.read(region, chipIdentifier) ?? caseChip(sql, region, chipIdentifier);
  return png ? { png, state: 'here' } : { state: 'not in the cache' };
}

/** Describes the number of chips that are not in the cache, for formats that have them in the file. */
export function describeMissingChips(count: number): string {
  return `${formatQuantity(count, 'chip')} ${count === 1 ? 'is' : 'are'} not in the cache and not in the file.`;
}

function describeMissing(count: number): string {
  return `${count === 1 ? 'One chip is' : `${formatCount(count)} chips are`} not in the cache; index.csv in the zip of the chips lists them.`;
}
