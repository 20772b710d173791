import { createHash } from 'node:crypto';
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
    const { facts, review, name, chipIdentifier, confidence, geometry } = row;
    const properties = {
      detection_id: name.uid,
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
    writeFeatureStart(sink, name.uid, geometry, notes);
    sink.text(`,"properties":${JSON.stringify(properties)}}`);
  };
}

function uuidOf({ propertiesText }: DetectionSourceRow): unknown {
  return (parsePrintableJson(propertiesText) as { readonly uuid?: unknown }).uuid ?? null;
}

/**
 * Writes chips of confirmed and rejected detections, and `annotations.json` in COCO's format for object detection
 * (https://cocodataset.org/#format-data). Where the object lies in its chip is not known: its box and its polygon are the
 * whole chip. A rejected detection is an image without an annotation. Two workspaces with the same content number images
 * and categories alike.
 */
export async function writeCoco(
  zip: ZipWriter,
  newSpool: () => OutputFile,
  readRows: () => Iterable<readonly DetectionSourceRow[]>,
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
  const categoryOf = (row: DetectionSourceRow): string => {
    const className = meaningOf(row, 'class');
    return className === null ? analyticDisplayName(row.facts.analytic) : String(className);
  };
  const categories = numberCategories(readRows(), categoryOf, progress);
  const numberOf = createImageNumbers();
  for (const batch of readRows()) {
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
      const { uid } = row.name;
      const fileName = `images/${uid}.png`;
      const id = numberOf(uid);
      zip.addWhole(fileName, png);
      written += 1;
      const size = pngSize(png);
      addTo(images, {
        id,
        file_name: fileName,
        ...size,
        detection_id: uid,
        date_captured: row.facts.collectionTime,
        record_id: row.facts.recordId,
        verdict,
      });
      if (verdict === 'rejected') continue;
      addTo(annotations, {
        id,
        image_id: id,
        category_id: categories.get(categoryOf(row)) ?? 0,
        bbox: [0, 0, size.width, size.height],
        segmentation: [[0, 0, size.width, 0, size.width, size.height, 0, size.height]],
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
    'Reviewed detections of Sightline. Where the object lies in its chip is not known: each box and polygon is the whole chip.';
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

/** The categories of confirmed detections, numbered in the order of their names. */
function numberCategories(
  batches: Iterable<readonly DetectionSourceRow[]>,
  categoryOf: (row: DetectionSourceRow) => string,
  { throwIfStopped }: Progress,
): ReadonlyMap<string, number> {
  const names = new Set<string>();
  for (const batch of batches) {
    throwIfStopped();
    for (const row of batch) if (row.review?.verdict === 'confirmed') names.add(categoryOf(row));
  }
  return new Map([...names].sort().map((name, index) => [name, index + 1]));
}

/** Bytes of a number that programs read exactly, also as a double. */
const numberBytes = 6;

/** A number for each image, as COCO has it, made of its name so that it is the same in every export. */
function createImageNumbers(): (uid: string) => number {
  const taken = new Set<number>();
  return (uid) => {
    let number = createHash('sha256').update(uid).digest().readUIntBE(0, numberBytes);
    // Programs take 0 for none.
    while (number === 0 || taken.has(number)) number += 1;
    taken.add(number);
    return number;
  };
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
