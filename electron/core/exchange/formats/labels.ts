import { parsePrintableJson } from '../../../../shared/exact-json.ts';
import { formatCount } from '../../../../shared/format.ts';
import { analyticDisplayName } from '../../../../shared/results/analytics.ts';
import { pngSize } from '../../base/png-check.ts';
import type { ChipReader } from '../../chips/chip-cache.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import type { ExportNotes, Progress } from '../export-progress.ts';
import { type ByteSink, type OutputFile, readPieces } from '../files/output-file.ts';
import type { ZipWriter } from '../files/zip-writer.ts';
import type { createMeaningReader } from '../rows/derived-columns.ts';
import type { DetectionSourceRow } from '../rows/detection-source.ts';
import { findChip } from './chips.ts';
import { writeFeatureStart } from './geojson.ts';

type ValueReader = ReturnType<typeof createMeaningReader>;

/** Detections that have a verdict. */
export function* reviewedOnly(
  batches: Iterable<readonly DetectionSourceRow[]>,
): Generator<readonly DetectionSourceRow[]> {
  for (const batch of batches) yield batch.filter(({ review }) => review?.verdict != null);
}

/** Serializes a reviewed detection as a GeoJSON feature whose `label` is its verdict. */
export function createLabelSerializer(
  meaningOf: ValueReader,
  notes: ExportNotes,
): (row: DetectionSourceRow, sink: ByteSink) => void {
  return (row, sink) => {
    const { facts, review, id, chipIdentifier, confidence, geometry } = row;
    const properties = {
      detection_id: id,
      record_id: facts.recordId,
      uuid: uuidOf(row),
      label: review?.verdict ?? null,
      analytic: facts.analytic,
      class: meaningOf(row, 'class'),
      confidence,
      collected_at: facts.collectionTime,
      sensor_name: facts.sensorName,
      chip_identifier: chipIdentifier,
      note: review?.note || null,
      reviewer: review?.reviewer ?? null,
      reviewed_at: review?.reviewedAt ?? null,
    };
    writeFeatureStart(sink, id, geometry, notes);
    sink.text(`,"properties":${JSON.stringify(properties)}}`);
  };
}

function uuidOf({ propertiesText }: DetectionSourceRow): unknown {
  return (parsePrintableJson(propertiesText) as { readonly uuid?: unknown }).uuid ?? null;
}

/**
 * Writes chips of confirmed and rejected detections, and `annotations.json` in COCO's format for object detection
 * (https://cocodataset.org/#format-data). Where the object lies in its chip is not known: its box is the whole chip.
 * A rejected detection is an image without an annotation.
 */
export async function writeCoco(
  zip: ZipWriter,
  newSpool: () => OutputFile,
  rows: Iterable<readonly DetectionSourceRow[]>,
  {
    sql,
    meaningOf,
    cachedChips,
    marking,
  }: {
    readonly sql: Sql;
    readonly meaningOf: ValueReader;
    readonly cachedChips: ChipReader | undefined;
    readonly marking: string;
  },
  notes: ExportNotes,
  progress: Progress,
): Promise<void> {
  const [images, annotations] = [newSpool(), newSpool()];
  const categories = new Map<string, number>();
  const categoryOf = (row: DetectionSourceRow): number => {
    const className = meaningOf(row, 'class');
    const name = className === null ? analyticDisplayName(row.facts.analytic) : String(className);
    const known = categories.get(name);
    if (known !== undefined) return known;
    categories.set(name, categories.size + 1);
    return categories.size;
  };
  for (const batch of rows) {
    let written = 0;
    for (const row of batch) {
      const verdict = row.review?.verdict ?? null;
      if (verdict === 'unsure') notes.count(describeUnsure);
      if (verdict !== 'confirmed' && verdict !== 'rejected') continue;
      const png =
        cachedChips && row.chipIdentifier !== null
          ? findChip(sql, row.facts.region, row.chipIdentifier, cachedChips).png
          : undefined;
      if (!png) {
        notes.count(describeWithoutChip);
        continue;
      }
      const fileName = `images/${row.id}.png`;
      zip.addWhole(fileName, png);
      written += 1;
      const size = pngSize(png);
      addTo(images, {
        id: row.id,
        file_name: fileName,
        ...size,
        date_captured: row.facts.collectionTime,
        record_id: row.facts.recordId,
        verdict,
      });
      if (verdict === 'rejected') continue;
      addTo(annotations, {
        id: row.id,
        image_id: row.id,
        category_id: categoryOf(row),
        bbox: [0, 0, size.width, size.height],
        area: size.width * size.height,
        iscrowd: 0,
      });
    }
    progress.written(written);
    await images.whenWritable();
    await annotations.whenWritable();
  }
  await images.settled();
  await annotations.settled();
  const description =
    'Reviewed detections of Sightline. Where the object lies in its chip is not known: each box is the whole chip.';
  const head = {
    description: [marking, description].filter(Boolean).join(': '),
    version: '1.0',
  };
  const named = [...categories].map(([name, id]) => ({ id, name, supercategory: 'detection' }));
  await zip.add(
    'annotations.json',
    annotationPieces(JSON.stringify(head), images, annotations, JSON.stringify(named)),
  );
}

function addTo(list: OutputFile, value: object): void {
  list.text(`${list.size() === 0 ? '' : ',\n'}${JSON.stringify(value)}`);
}

function* annotationPieces(
  info: string,
  images: OutputFile,
  annotations: OutputFile,
  categories: string,
): Generator<Uint8Array> {
  yield Buffer.from(`{"info":${info},\n"licenses":[],\n"images":[\n`);
  yield* readPieces(images);
  yield Buffer.from('],\n"annotations":[\n');
  yield* readPieces(annotations);
  yield Buffer.from(`],\n"categories":${categories}}\n`);
}

function describeUnsure(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'detection is' : 'detections are'} reviewed as unsure and left out.`;
}

function describeWithoutChip(count: number): string {
  return `${formatCount(count)} reviewed ${count === 1 ? 'detection has' : 'detections have'} no chip in the cache and ${count === 1 ? 'is' : 'are'} left out.`;
}
