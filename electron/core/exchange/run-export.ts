import type { Sql } from '../workspace/sql.ts';
import { createExportNotes, type ExportNotes } from './export-notes.ts';
import type { ExportPlan } from './export-plan.ts';
import { createOutputFile, type OutputFile } from './files/output-file.ts';
import { createDetectionPrinter } from './formats/detection-features.ts';
import { createLayerPrinter, writeFeatureCollection, writeFeatureLines } from './formats/geojson.ts';
import type { Progress } from './formats/progress.ts';
import { prepareScope, readDetections } from './rows/detection-source.ts';
import { footprintLayer } from './rows/footprint-layer.ts';

/**
 * Writes the part files of a plan from an open connection that stands in a read transaction. When it rejects it has
 * left no file behind.
 */
export async function runExport(
  sql: Sql,
  plan: ExportPlan,
  progress: Progress,
): Promise<{ readonly written: number; readonly warnings: readonly string[] }> {
  prepareScope(sql, plan.scope);
  const notes = createExportNotes();
  let written = 0;
  const counting: Progress = {
    ...progress,
    written(count) {
      written += count;
      progress.written(count);
    },
  };
  const files: OutputFile[] = [];
  const begin = (path: string) => {
    const file = createOutputFile(path);
    files.push(file);
    return file;
  };
  try {
    await writeFiles({ sql, plan, notes, begin }, counting);
    for (const file of files) await file.finish();
  } catch (error) {
    for (const file of files) await file.discard();
    throw error;
  }
  return { written, warnings: notes.list() };
}

type Work = {
  readonly sql: Sql;
  readonly plan: ExportPlan;
  readonly notes: ExportNotes;
  begin(path: string): OutputFile;
};

async function writeFiles({ sql, plan, notes, begin }: Work, progress: Progress): Promise<void> {
  const write = plan.format === 'geojsonl' ? writeFeatureLines : writeFeatureCollection;
  const print = createDetectionPrinter(plan, notes);
  const rows = readDetections(sql, plan.scope, plan.reviews);
  await write(begin(plan.detections.part), { rows, print }, progress);
  if (!plan.footprints) return;
  const footprints = footprintLayer(sql, plan.scope);
  const quiet: Progress = { check: progress.check, written: progress.check };
  const printed = { rows: footprints.rows(), print: createLayerPrinter(footprints.columns, notes) };
  await write(begin(plan.footprints.part), printed, quiet);
}
