import { packX, packY } from '../../../../../shared/results/detection-feed.ts';
import { chunkSize, columnNames, createDetectionColumns, type DetectionColumns } from './detection-chunk.ts';
import { PropertyBuilder, type PropertyTable } from './property-builder.ts';
import type { WrittenColumn } from './property-chunk.ts';

/** One detection for its chunk. Names are keys into `names`, 0 for none; times epoch milliseconds, NaN for none. */
export type ChunkDetection = {
  readonly id: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly collected: number;
  readonly uploaded: number;
  readonly confidence: number;
  readonly record: number;
  readonly analytic: number;
  readonly region: number;
  readonly sensor: number;
  readonly isArea: boolean;
  readonly hasChip: boolean;
  readonly properties: Readonly<Record<string, unknown>>;
};

/** Numbers of a page's features. */
export type FeatureCells = {
  readonly analytic: Uint32Array<ArrayBuffer>;
  readonly region: Uint32Array<ArrayBuffer>;
  readonly sensor: Uint32Array<ArrayBuffer>;
  readonly x: Uint32Array<ArrayBuffer>;
  readonly y: Uint32Array<ArrayBuffer>;
  /** Place of the feature's record in the page; the first is 1. */
  readonly recordRow: Uint32Array<ArrayBuffer>;
  readonly longitude: Float64Array<ArrayBuffer>;
  readonly latitude: Float64Array<ArrayBuffer>;
  readonly collected: Float64Array<ArrayBuffer>;
  readonly uploaded: Float64Array<ArrayBuffer>;
  readonly confidence: Float64Array<ArrayBuffer>;
  /** Four for each feature: min x, max x, min y, max y. */
  readonly boxes: Float64Array<ArrayBuffer>;
  /** Flags of `DetectionColumns`. */
  readonly flags: Uint8Array<ArrayBuffer>;
};

/** A page's features with the keys that they have in this workspace. */
export type PageFeatures = {
  readonly cells: FeatureCells;
  readonly properties: PropertyTable;
  /** Key of each feature's record. */
  readonly record: Uint32Array;
  /** Keys of the page's names, in the order of its list. */
  readonly nameKeys: readonly number[];
};

/** The columns of a chunk: built-in columns, and columns of properties by name. */
export type ChunkContents = {
  readonly detections: DetectionColumns;
  readonly properties: ReadonlyMap<string, WrittenColumn>;
};

/**
 * Creates a builder, starting from `contents` if given. `isColumn` decides which properties get columns; it is
 * called once for each name.
 */
export function createChunkBuilder(isColumn: (property: string) => boolean, contents?: ChunkContents) {
  const columns = createDetectionColumns(chunkSize);
  const properties = new Map<string, PropertyBuilder | undefined>();
  const tooLong = new Set<string>();
  let count = 0;
  if (contents) {
    count = contents.detections.count;
    copyColumns(contents.detections, columns);
    for (const [name, column] of contents.properties)
      properties.set(name, new PropertyBuilder(chunkSize, column));
  }
  const builderOf = (name: string): PropertyBuilder | undefined => {
    const known = properties.get(name);
    if (known !== undefined || properties.has(name)) return known;
    const builder = isColumn(name) ? new PropertyBuilder(chunkSize) : undefined;
    properties.set(name, builder);
    return builder;
  };
  return {
    get count(): number {
      return count;
    },
    /** Properties that cannot be columns because a value of theirs is too long. */
    tooLong: tooLong as ReadonlySet<string>,
    add(entry: ChunkDetection): void {
      const at = count;
      if (at >= chunkSize) throw new Error('A chunk was given more detections than it has room for.');
      count += 1;
      columns.id[at] = entry.id;
      columns.longitude[at] = entry.longitude;
      columns.latitude[at] = entry.latitude;
      columns.collected[at] = entry.collected;
      columns.uploaded[at] = entry.uploaded;
      columns.confidence[at] = entry.confidence;
      columns.x[at] = packX(entry.longitude);
      columns.y[at] = packY(entry.latitude);
      columns.record[at] = entry.record;
      columns.analytic[at] = entry.analytic;
      columns.region[at] = entry.region;
      columns.sensor[at] = entry.sensor;
      columns.flags[at] = (entry.isArea ? 1 : 0) | (entry.hasChip ? 2 : 0);
      for (const name in entry.properties) {
        const builder = builderOf(name);
        if (builder === undefined || builder.set(at, entry.properties[name])) continue;
        properties.set(name, undefined);
        tooLong.add(name);
      }
    },
    /** Adds the detections `from … to` of a page, which may be of several records; their ids rise from `firstId`. */
    addAll(page: PageFeatures, from: number, to: number, firstId: number): void {
      const at = count;
      if (at + to - from > chunkSize)
        throw new Error('A chunk was given more detections than it has room for.');
      count += to - from;
      const { cells } = page;
      for (const name of sharedColumns) columns[name].set(cells[name].subarray(from, to), at);
      columns.record.set(page.record.subarray(from, to), at);
      for (let index = from; index < to; index += 1) {
        const entry = at + index - from;
        columns.id[entry] = firstId + index - from;
        for (const name of nameColumns)
          columns[name][entry] = page.nameKeys[(cells[name][index] ?? 0) - 1] ?? 0;
      }
      for (const [name, column] of page.properties.columns) {
        if (!tooLong.has(name)) builderOf(name)?.setAll(at, column, from, to);
      }
    },
    finish(): ChunkContents {
      const finished = new Map<string, WrittenColumn>();
      for (const [name, builder] of properties) {
        const column = builder?.column(count);
        if (column) finished.set(name, column);
      }
      return { detections: trim(columns, count), properties: finished };
    },
  };
}

/** Gathers the detections of one chunk, by rising id. */
export type ChunkBuilder = ReturnType<typeof createChunkBuilder>;

/** Columns that a page has as a chunk has them. */
const sharedColumns = [
  'longitude',
  'latitude',
  'collected',
  'uploaded',
  'confidence',
  'x',
  'y',
  'flags',
] as const;
const nameColumns = ['analytic', 'region', 'sensor'] as const;

function copyColumns(from: DetectionColumns, to: DetectionColumns): void {
  for (const name of columnNames) to[name].set(from[name]);
}

function trim(columns: DetectionColumns, count: number): DetectionColumns {
  const trimmed = createDetectionColumns(count);
  for (const name of columnNames) trimmed[name].set(columns[name].subarray(0, count));
  return trimmed;
}
