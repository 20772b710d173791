import { mayBeUnstated, statedValue } from '../../../../../shared/results/stated-value.ts';
import type { Steps } from '../../../base/steps.ts';
import type { PropertyColumn, PropertyValue } from '../../file/columns/property-chunk.ts';
import type { ChunkSource } from './chunk-source.ts';
import type { LoadedChunk, StoredDetections } from './column-store.ts';
import type { FieldColumn } from './field-column.ts';
import { lowerBound } from './find-position.ts';

/** Chunks that are read in one step, some ten milliseconds. */
export const chunksInStep = 8;

/** One property over all detections: from the columns where they hold it, else from the rows. */
export function* readPropertyColumn(
  source: ChunkSource,
  detections: StoredDetections,
  name: string,
): Steps<FieldColumn> {
  const isColumn = source.columnProperties().has(name);
  const mayBeInRows = !isColumn && source.hasOtherProperties();
  const cells = createCells(detections.columns.count);
  for (const [index, chunk] of detections.chunks.entries()) {
    if (index % chunksInStep === 0) yield;
    const areRowsNewer = chunk.isDirty || !source.isCurrent(chunk);
    if (!areRowsNewer && !isColumn && !mayBeInRows) continue;
    const column = isColumn && !areRowsNewer ? source.property(chunk, name) : undefined;
    if (column && lengthOf(column) === chunk.count) cells.addColumn(chunk, column);
    else if (column || areRowsNewer || mayBeInRows) addRows(cells, source, detections, chunk, name);
  }
  const column = cells.finish();
  return mayBeUnstated(name) ? withoutUnstated(column, name) : column;
}

function withoutUnstated(column: FieldColumn, name: string): FieldColumn {
  if (column.kind === 'coded') {
    const values = column.values.map((value) => statedValue(name, value));
    const codes = column.codes.map((code) => (values[code] === null ? 0 : code));
    return { ...column, codes, values };
  }
  const numbers = column.numbers.map((value) => statedValue(name, value) ?? Number.NaN);
  return { ...column, numbers };
}

function lengthOf(column: PropertyColumn): number {
  return column.kind === 'numbers' ? column.numbers.length : column.codes.length;
}

function addRows(
  cells: Cells,
  source: ChunkSource,
  { columns: { id } }: StoredDetections,
  chunk: LoadedChunk,
  name: string,
): void {
  for (const row of source.rows(chunk, name)) {
    const value = Object.hasOwn(row.properties, name) ? row.properties[name] : undefined;
    const position = lowerBound(id, row.id);
    if (value === undefined || value === null || id[position] !== row.id) continue;
    cells.add(position, value as PropertyValue);
  }
}

/** A column for `count` detections, without any value yet. */
export function createCells(count: number) {
  const numbers = new Float64Array(count).fill(Number.NaN);
  const values: (PropertyValue | null)[] = [null];
  let codes: Uint32Array | undefined;
  let lastCode = new Map<PropertyValue, number>();
  const toCodes = (): Uint32Array => {
    if (codes) return codes;
    codes = new Uint32Array(count);
    for (let position = 0; position < count; position += 1) {
      const number = numbers[position] as number;
      if (!Number.isNaN(number)) codes[position] = values.push(number) - 1;
    }
    return codes;
  };
  const add = (position: number, value: PropertyValue) => {
    if (typeof value === 'number' && !codes) {
      numbers[position] = value;
      return;
    }
    const known = typeof value === 'object' ? undefined : lastCode.get(value);
    const code = known ?? values.push(value) - 1;
    lastCode.set(value, code);
    toCodes()[position] = code;
  };
  return {
    add,
    addColumn({ start, count: length }: LoadedChunk, column: PropertyColumn): void {
      if (column.kind === 'numbers') {
        if (!codes) numbers.set(column.numbers, start);
        else {
          for (let index = 0; index < length; index += 1) {
            const number = column.numbers[index] as number;
            if (!Number.isNaN(number)) add(start + index, number);
          }
        }
        return;
      }
      const target = toCodes();
      const first = values.length - 1;
      for (const value of column.values) values.push(value);
      for (let index = 0; index < length; index += 1) {
        const code = column.codes[index] as number;
        if (code !== 0) target[start + index] = first + code;
      }
      // Values of one chunk are rarely repeated in the next, and remembering a million of them is slow.
      lastCode = new Map();
    },
    finish: (): FieldColumn => (codes ? { kind: 'coded', codes, values } : { kind: 'numbers', numbers }),
  };
}

/** Cells of a column as they come: numbers as long as there is nothing else. */
export type Cells = ReturnType<typeof createCells>;
