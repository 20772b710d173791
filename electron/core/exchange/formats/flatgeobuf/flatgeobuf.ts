import { type Envelope, envelopeOf } from '../../../workspace/file/geopackage/geometry-blob.ts';
import { hilbertOrder } from '../../../workspace/file/geopackage/hilbert-order.ts';
import { describeInvalidTimes, type ExportNotes, type Progress } from '../../export-progress.ts';
import type { OutputFile } from '../../files/output-file.ts';
import { readGeometry } from '../../geometry/read-geometry.ts';
import { nameColumns } from '../../rows/column-names.ts';
import type { Layer } from '../../rows/layer.ts';
import { columnTypes, encodeFeature, geometryTypeNumbers, packProperties } from './encode-feature.ts';
import { FlatBuffer } from './flat-buffer.ts';

/** "fgb", version 3, "fgb", patch 1. */
const magic = Uint8Array.of(0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62, 0x01);

/**
 * Writes a layer as FlatGeobuf. Features are first encoded into `spool` by ascending id, then copied in Hilbert order
 * after the spatial index; 44 bytes of each feature stay in memory. A layer with a feature without geometry gets no
 * index, because the format cannot index such features.
 */
export async function writeFlatGeobuf(
  file: OutputFile,
  spool: OutputFile,
  layer: Layer,
  notes: ExportNotes,
  progress: Progress,
): Promise<void> {
  const flat = new FlatBuffer();
  const hasZ = layer.heights === 'all';
  if (layer.heights === 'some') {
    notes.add(
      'Heights were left out: a FlatGeobuf file has them for all of its features or for none, and here only some have one.',
    );
  }
  const found = await spoolFeatures(spool, flat, layer, hasZ, notes, progress);
  await spool.settled();
  const order = found.isComplete
    ? hilbertOrder({ count: found.count, boxes: found.boxes })
    : Uint32Array.from({ length: found.count }, (_, index) => index);
  file.bytes(magic);
  file.bytes(encodeHeader(flat, layer, found, hasZ, notes));
  if (found.isComplete && found.count > 0) {
    const { boxes, offsets } = inWriteOrder(found, order);
    file.bytes(packIndex(boxes, offsets));
  }
  for (const [position, index] of order.entries()) {
    if (position % 1000 === 0) progress.throwIfStopped();
    const start = found.starts[index] ?? 0;
    const feature = new Uint8Array((found.starts[index + 1] ?? 0) - start);
    spool.read(start, feature);
    file.bytes(feature);
    const busy = file.whenWritable();
    if (busy) await busy;
  }
}

type SpooledFeatures = {
  readonly count: number;
  /** Four numbers a feature: min x, max x, min y, max y. */
  readonly boxes: Float64Array;
  /** The start offset of each feature in the spool, followed by the end of the spool. */
  readonly starts: Float64Array;
  /** Whether every feature has a geometry. */
  readonly isComplete: boolean;
  readonly geometryType: number;
  readonly envelope: Envelope | undefined;
};

async function spoolFeatures(
  spool: OutputFile,
  flat: FlatBuffer,
  layer: Layer,
  hasZ: boolean,
  notes: ExportNotes,
  progress: Progress,
): Promise<SpooledFeatures> {
  const boxes = createNumbers();
  const starts = createNumbers();
  const types = new Set<number>();
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity];
  let count = 0;
  let isComplete = true;
  for (const batch of layer.rows()) {
    for (const { geometry, values } of batch) {
      const shape = readGeometry(geometry, notes);
      const envelope = shape ? envelopeOf(shape) : undefined;
      if (!shape || !envelope) isComplete = false;
      else {
        types.add(geometryTypeNumbers[shape.type]);
        boxes.add(envelope.minX, envelope.maxX, envelope.minY, envelope.maxY);
        minX = Math.min(minX, envelope.minX);
        maxX = Math.max(maxX, envelope.maxX);
        minY = Math.min(minY, envelope.minY);
        maxY = Math.max(maxY, envelope.maxY);
      }
      starts.add(spool.size());
      const properties = packProperties(layer.columns, values, () => notes.count(describeInvalidTimes));
      spool.bytes(encodeFeature(flat, shape, properties, hasZ));
      count += 1;
    }
    progress.written(batch.length);
    const busy = spool.whenWritable();
    if (busy) await busy;
  }
  starts.add(spool.size());
  const [only, ...others] = types;
  return {
    count,
    boxes: boxes.values(),
    starts: starts.values(),
    isComplete,
    geometryType: others.length === 0 ? (only ?? 0) : 0,
    envelope: minX <= maxX ? { minX, maxX, minY, maxY } : undefined,
  };
}

/** Boxes and offsets of the features in the order in which they are written. */
function inWriteOrder({ boxes, starts, count }: SpooledFeatures, order: Uint32Array) {
  const sortedBoxes = new Float64Array(4 * count);
  const offsets = new Float64Array(count);
  let offset = 0;
  order.forEach((index, position) => {
    sortedBoxes.set(boxes.subarray(4 * index, 4 * index + 4), 4 * position);
    offsets[position] = offset;
    offset += (starts[index + 1] ?? 0) - (starts[index] ?? 0);
  });
  return { boxes: sortedBoxes, offsets };
}

function encodeHeader(
  flat: FlatBuffer,
  layer: Layer,
  { count, isComplete, geometryType, envelope }: SpooledFeatures,
  hasZ: boolean,
  notes: ExportNotes,
): Uint8Array {
  const names = nameColumns(layer.columns, { reserved: [], maxLength: 200 }, notes);
  const writeColumn = (name: string, index: number) => () =>
    flat.table([
      { kind: 'child', write: () => flat.text(name) },
      { kind: 'u8', value: columnTypes[layer.columns[index]?.type ?? 'text'] },
    ]);
  const box = envelope && [envelope.minX, envelope.minY, envelope.maxX, envelope.maxY];
  return flat.root(() =>
    flat.table([
      { kind: 'child', write: () => flat.text(layer.name) },
      box ? { kind: 'child', write: () => flat.doubles(box) } : undefined,
      { kind: 'u8', value: geometryType },
      hasZ ? { kind: 'u8', value: 1 } : undefined,
      undefined,
      undefined,
      undefined,
      { kind: 'child', write: () => flat.list(names.map(writeColumn)) },
      { kind: 'u64', value: count },
      { kind: 'u16', value: isComplete && count > 0 ? nodeSize : 0 },
      { kind: 'child', write: () => writeCrs(flat) },
    ]),
  );
}

function writeCrs(flat: FlatBuffer): number {
  return flat.table([
    { kind: 'child', write: () => flat.text('EPSG') },
    { kind: 'i32', value: 4326 },
    { kind: 'child', write: () => flat.text('WGS 84') },
  ]);
}

/** A growable list of doubles. */
function createNumbers() {
  let numbers = new Float64Array(4096);
  let length = 0;
  return {
    add(...values: number[]) {
      if (length + values.length > numbers.length) {
        const larger = new Float64Array(2 * numbers.length);
        larger.set(numbers);
        numbers = larger;
      }
      for (const value of values) {
        numbers[length] = value;
        length += 1;
      }
    },
    values: () => numbers.subarray(0, length),
  };
}

/** Entries of a node; what other writers use by default. */
const nodeSize = 16;

const itemLength = 40;

/**
 * The packed R-tree of a FlatGeobuf file (flatgeobuf.org, packed Hilbert R-tree): nodes from the root down, the leaves
 * in the order of the features. `boxes` has four numbers for each leaf: min x, max x, min y, max y. `offsets` are the
 * start offsets of the features, relative to the first.
 */
function packIndex(boxes: Float64Array, offsets: Float64Array): Uint8Array {
  const levels = levelsOf(offsets.length);
  const count = levels.reduce((sum, level) => sum + level.count, 0);
  const bytes = new Uint8Array(count * itemLength);
  const view = new DataView(bytes.buffer);
  const leaves = levels[0] ?? { start: 0, count: 0 };
  for (let leaf = 0; leaf < leaves.count; leaf += 1) {
    const at = (leaves.start + leaf) * itemLength;
    view.setFloat64(at, boxes[4 * leaf] ?? 0, true);
    view.setFloat64(at + 8, boxes[4 * leaf + 2] ?? 0, true);
    view.setFloat64(at + 16, boxes[4 * leaf + 1] ?? 0, true);
    view.setFloat64(at + 24, boxes[4 * leaf + 3] ?? 0, true);
    view.setBigUint64(at + 32, BigInt(offsets[leaf] ?? 0), true);
  }
  for (const [index, parents] of levels.entries()) {
    const children = levels[index - 1];
    if (children) packLevel(view, parents, children);
  }
  return bytes;
}

type Level = { readonly start: number; readonly count: number };

/** From the leaves, which are stored last, to the root. */
function levelsOf(leaves: number): readonly Level[] {
  const counts = [leaves];
  for (let count = leaves; counts.length === 1 || count > 1; ) {
    count = Math.ceil(count / nodeSize);
    counts.push(count);
  }
  let end = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => {
    end -= count;
    return { start: end, count };
  });
}

/** A parent's box contains its children; its offset is the index of the first of them among all nodes. */
function packLevel(view: DataView, parents: Level, children: Level): void {
  for (let parent = 0; parent < parents.count; parent += 1) {
    const first = children.start + parent * nodeSize;
    const end = Math.min(first + nodeSize, children.start + children.count);
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let child = first; child < end; child += 1) {
      const at = child * itemLength;
      minX = Math.min(minX, view.getFloat64(at, true));
      minY = Math.min(minY, view.getFloat64(at + 8, true));
      maxX = Math.max(maxX, view.getFloat64(at + 16, true));
      maxY = Math.max(maxY, view.getFloat64(at + 24, true));
    }
    const at = (parents.start + parent) * itemLength;
    for (const [index, value] of [minX, minY, maxX, maxY].entries())
      view.setFloat64(at + 8 * index, value, true);
    view.setBigUint64(at + 32, BigInt(first), true);
  }
}
