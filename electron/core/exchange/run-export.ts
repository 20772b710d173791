import path from 'node:path';
import { passesAsCsv } from '../../../shared/passes/pass-table.ts';
import { type ChipReader, openChipReader } from '../chips/chip-cache.ts';
import type { Sql } from '../workspace/file/sql.ts';
import { readMarking } from '../workspace/read/marking.ts';
import type { ExportPlan } from './export-plan.ts';
import { createExportNotes, type ExportNotes, type Progress } from './export-progress.ts';
import type { WrittenExport } from './export-rpc.ts';
import { createOutputFile, type OutputFile } from './files/output-file.ts';
import { createZipWriter, type ZipWriter } from './files/zip-writer.ts';
import { writeAccuracyTable } from './formats/accuracy-table.ts';
import { writeChips } from './formats/chips.ts';
import { writeCsv } from './formats/csv.ts';
import { writeCursorOnTarget } from './formats/cursor-on-target.ts';
import { createDetectionSerializer } from './formats/detection-features.ts';
import { writeFlatGeobuf } from './formats/flatgeobuf/flatgeobuf.ts';
import { createLayerSerializer, serializeFeatures, writeFeatures } from './formats/geojson.ts';
import { writeGeoPackage } from './formats/geopackage.ts';
import { writeGeoParquet } from './formats/geoparquet/geoparquet.ts';
import { writeKml } from './formats/kml.ts';
import { writeKmz } from './formats/kmz.ts';
import { createLabelSerializer, reviewedOnly, writeCoco } from './formats/labels.ts';
import { type ProjectFile, projectDocument } from './formats/qgis/project-document.ts';
import { writeRawRecords } from './formats/raw-records.ts';
import { writeShapefiles } from './formats/shapefile/shapefile.ts';
import { describeUnreadable } from './geometry/read-geometry.ts';
import { gatherReport } from './reports/gather-report.ts';
import { renderHtml } from './reports/render-html.ts';
import { createReportContext } from './reports/report-context.ts';
import { noteDamage } from './rows/damage-note.ts';
import { createMeaningReader, derivedColumns } from './rows/derived-columns.ts';
import { detectionLayer } from './rows/detection-layer.ts';
import { countImaged, type IdRange, prepareScope, readDetections } from './rows/detection-source.ts';
import { footprintLayer, passLayer } from './rows/image-layers.ts';
import type { Layer } from './rows/layer.ts';
import { describeNulInJson } from './rows/nul-characters.ts';
import { idRanges, type SerializerThreads } from './threads/serializer-threads.ts';

/**
 * Writes the part files of a plan from a connection in a read transaction; `threads` serialize from the same snapshot. When
 * it rejects, part files may be left.
 */
export async function runExport(
  sql: Sql,
  plan: ExportPlan,
  progress: Progress,
  threads?: SerializerThreads,
): Promise<WrittenExport> {
  prepareScope(sql, plan.scope);
  const marking = readMarking(sql);
  const notes = createExportNotes();
  let written = 0;
  const counting: Progress = {
    ...progress,
    written(count) {
      written += count;
      progress.written(count);
    },
  };
  const cachedChips = plan.chipSource && openChipReader(plan.chipSource);
  const context = { sql, plan, cachedChips, marking, notes, progress: counting, threads };
  try {
    await writeFiles(context);
    await writeChipArchive(context);
  } finally {
    cachedChips?.close();
  }
  // Raw records are compared one by one while they are written.
  if (plan.format !== 'raw-json' && plan.format !== 'raw-ndjson') noteDamage(sql, plan, notes);
  return { written, warnings: notes.list() };
}

type ExportContext = {
  readonly sql: Sql;
  readonly plan: ExportPlan;
  readonly cachedChips: ChipReader | undefined;
  /** `''` for none. */
  readonly marking: string;
  readonly notes: ExportNotes;
  readonly progress: Progress;
  readonly threads: SerializerThreads | undefined;
};

async function writeFiles(context: ExportContext): Promise<void> {
  const { plan, sql, cachedChips, marking, notes, progress } = context;
  switch (plan.format) {
    case 'geojson':
    case 'geojsonl':
      return writeGeoJson(context);
    case 'csv':
      return writeLayers(context, (file, layer, how) => writeCsv(file, layer, plan, notes, how));
    case 'kml':
      return writeLayers(context, (file, layer, how) => writeKml(file, layer, marking, notes, how));
    case 'gpkg':
      return writeGeoPackageWithProject(context);
    case 'fgb':
      return writeLayers(context, (file, layer, how) =>
        withSpools(file.path, (newSpool) => writeFlatGeobuf(file, newSpool(), layer, notes, how)),
      );
    case 'shp':
      return writeZip(plan.detections.part, progress, async (zip, newSpool) => {
        const detections = detectionLayer(sql, plan.scope, plan, notes, progress);
        await writeShapefiles(zip, detections, newSpool, notes, progress);
        if (!plan.withFootprints) return;
        const footprints = footprintLayer(sql, plan.scope);
        await writeShapefiles(zip, footprints, newSpool, notes, withoutCounting(progress));
      });
    case 'kmz':
      return writeZip(plan.detections.part, progress, (zip, newSpool) => {
        const content = {
          sql,
          detections: detectionLayer(sql, plan.scope, plan, notes, progress),
          ...(plan.withFootprints ? { footprints: footprintLayer(sql, plan.scope) } : {}),
          cachedChips,
          marking,
        };
        return writeKmz(zip, newSpool, content, notes, progress);
      });
    case 'parquet':
      return writeLayers(context, (file, layer, how) => writeGeoParquet(file, layer, marking, notes, how));
    case 'cot':
      return writeZip(plan.detections.part, progress, (zip, newSpool) =>
        writeCursorOnTarget(
          zip,
          newSpool,
          readDetections(sql, plan.scope, true),
          notes,
          progress,
          new Date(),
        ),
      );
    case 'labels': {
      const rows = reviewedOnly(readDetections(sql, plan.scope, true));
      const labels = serializeFeatures(
        rows,
        'geojson',
        createLabelSerializer(createMeaningReader(sql), notes),
      );
      return withOutputFile(plan.detections.part, (file) =>
        writeFeatures(file, 'geojson', labels, marking, progress),
      );
    }
    case 'coco':
      return writeZip(plan.detections.part, progress, (zip, newSpool) => {
        const readRows = () => readDetections(sql, plan.scope, true);
        const sources = { sql, meaningOf: createMeaningReader(sql), cachedChips, marking };
        return writeCoco(zip, newSpool, readRows, sources, notes, progress);
      });
    case 'accuracy':
      return withOutputFile(plan.detections.part, async (file) =>
        writeAccuracyTable(
          file,
          readDetections(sql, plan.scope, true),
          createMeaningReader(sql),
          progress,
          plan.csvSigns,
        ),
      );
    case 'passes':
      return withOutputFile(plan.detections.part, async (file) => {
        file.text(passesAsCsv(plan.passes ?? [], plan.csvSigns));
        progress.written(countImaged(sql, plan.scope));
      });
    case 'report-html':
    case 'report-docx':
      return writeReport(context);
    case 'raw-json':
    case 'raw-ndjson':
      return withOutputFile(plan.detections.part, (file) => {
        const form = plan.format === 'raw-json' ? 'list' : 'lines';
        return writeRawRecords(file, { sql, scope: plan.scope, form }, notes, progress);
      });
  }
}

async function writeReport({ plan, sql, cachedChips, notes, progress }: ExportContext): Promise<void> {
  const report = gatherReport(createReportContext(sql, plan, cachedChips, notes, progress, new Date()));
  return withOutputFile(plan.detections.part, async (file) => {
    if (plan.format === 'report-docx') {
      // A megabyte, which threads load for no other export.
      const { renderDocx } = await import('./reports/render-docx.ts');
      return file.bytes(await renderDocx(report));
    }
    for (const text of renderHtml(report)) file.text(text);
  });
}

async function writeGeoPackageWithProject(context: ExportContext): Promise<void> {
  const { plan, sql, marking, notes, progress } = context;
  const layers = [
    { ...detectionLayer(sql, plan.scope, plan, notes, progress), progress },
    ...(plan.withFootprints
      ? [{ ...footprintLayer(sql, plan.scope), progress: withoutCounting(progress) }]
      : []),
    ...(plan.passes ? [{ ...passLayer(plan.passes), progress: withoutCounting(progress) }] : []),
  ];
  const used = { source: sql, layers: plan.layers ?? [], progress };
  const written = writeGeoPackage(plan.detections.part, layers, marking, notes, used, plan.colors);
  return writeQgisProject(context, written);
}

async function writeQgisProject(
  { plan: { qgisProject, detections }, notes, progress }: ExportContext,
  written: Omit<ProjectFile, 'fileName'>,
): Promise<void> {
  if (!qgisProject) return;
  const { content, part } = qgisProject;
  const fileName = path.basename(detections.target);
  await writeZip(part, progress, (zip) =>
    zip.add(`${path.parse(fileName).name}.qgs`, [
      Buffer.from(projectDocument({ fileName, ...written }, content)),
    ]),
  );
  for (const { name, reason } of content.withheld) {
    notes.add(`The QGIS project does not show the basemap “${name}”: ${reason}. Add it in QGIS.`);
  }
}

async function writeZip(
  path: string,
  { throwIfStopped }: Progress,
  work: (zip: ZipWriter, newSpool: () => OutputFile) => Promise<void>,
): Promise<void> {
  await withOutputFile(path, async (file) => {
    const zip = createZipWriter(file, new Date(), throwIfStopped);
    await withSpools(path, (newSpool) => work(zip, newSpool));
    zip.finish();
  });
}

/** Runs `work` with temporary files, which are deleted when it ends. */
async function withSpools(path: string, work: (newSpool: () => OutputFile) => Promise<void>): Promise<void> {
  const spools: OutputFile[] = [];
  try {
    await work(() => {
      const spool = createOutputFile(`${path}-spool${spools.length}`);
      spools.push(spool);
      return spool;
    });
  } finally {
    for (const spool of spools) await spool.discard();
  }
}

async function writeChipArchive(context: ExportContext): Promise<void> {
  const { sql, cachedChips, notes, progress } = context;
  const { chips, scope } = context.plan;
  if (!chips || !cachedChips) return;
  await writeZip(chips.part, progress, (zip, newSpool) =>
    writeChips(zip, newSpool(), { sql, scope, chips: cachedChips }, notes, withoutCounting(progress)),
  );
}

/** The same progress, which does not count. */
function withoutCounting({ throwIfStopped }: Progress): Progress {
  return { throwIfStopped, written: throwIfStopped };
}

async function writeGeoJson({ sql, plan, marking, notes, progress, threads }: ExportContext): Promise<void> {
  const { format, scope } = plan;
  const chunks = threads
    ? serializeInThreads(threads, idRanges(sql, scope), notes)
    : serializeFeatures(
        readDetections(sql, scope, plan.reviews),
        format,
        createDetectionSerializer(plan, derivedColumns(sql, plan), notes),
      );
  await withOutputFile(plan.detections.part, (file) =>
    writeFeatures(file, format, chunks, marking, progress),
  );
  if (!plan.footprints) return;
  const footprints = footprintLayer(sql, scope);
  const serialized = serializeFeatures(
    footprints.rows(),
    format,
    createLayerSerializer(footprints.columns, notes),
  );
  await withOutputFile(plan.footprints.part, (file) =>
    writeFeatures(file, format, serialized, marking, withoutCounting(progress)),
  );
}

async function* serializeInThreads(
  threads: SerializerThreads,
  ranges: Iterable<IdRange>,
  notes: ExportNotes,
) {
  for await (const { rows, bytes, unreadable, withNul } of threads.serialized(ranges)) {
    if (unreadable > 0) notes.count(describeUnreadable, unreadable);
    if (withNul > 0) notes.count(describeNulInJson, withNul);
    yield { rows, write: (file: OutputFile) => file.bytes(bytes) };
  }
}

/** One file for each layer. */
async function writeLayers(
  { sql, plan, notes, progress }: ExportContext,
  write: (file: OutputFile, layer: Layer, progress: Progress) => Promise<void>,
): Promise<void> {
  const detections = detectionLayer(sql, plan.scope, plan, notes, progress);
  await withOutputFile(plan.detections.part, (file) => write(file, detections, progress));
  if (!plan.footprints) return;
  const footprints = footprintLayer(sql, plan.scope);
  await withOutputFile(plan.footprints.part, (file) => write(file, footprints, withoutCounting(progress)));
}

async function withOutputFile(path: string, work: (file: OutputFile) => Promise<void>): Promise<void> {
  const file = createOutputFile(path);
  try {
    await work(file);
    await file.finish();
  } catch (error) {
    await file.discard();
    throw error;
  }
}
