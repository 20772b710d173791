import {
  countsBefore,
  type RankedValue,
  type StatedField,
  type Statement,
  statementOf,
} from '../../../../../shared/results/meaning-fields.ts';
import { correctedReadings } from '../../../../../shared/results/property-correction.ts';
import type { CorrectedReadings } from '../../../../../shared/results/property-meaning.ts';
import type { Steps } from '../../../base/steps.ts';
import type { PropertyColumn, PropertyValue } from '../../file/columns/property-chunk.ts';
import type { Sql } from '../../file/sql.ts';
import { groupByFormat, readCorrections } from '../property-corrections.ts';
import type { ChunkSource } from './chunk-source.ts';
import type { LoadedChunk, StoredDetections } from './column-store.ts';
import type { FieldColumn } from './field-column.ts';
import { lowerBound } from './find-position.ts';
import { type Cells, chunksInStep, createCells } from './property-columns.ts';

/** The readings of properties by product format: code 0 without corrections. */
type Formats = {
  /** The code of a detection's format, by its position. */
  codeAt(position: number): number;
  readonly readings: readonly (CorrectedReadings | undefined)[];
};

/** A property that states the field in at least one format: its statement by the code of the format. */
type Candidate = { readonly name: string; readonly statements: readonly (Statement | null)[] };

/** The values of the properties that count, over all detections. */
export function* readMeaningColumn(
  sql: Sql,
  source: ChunkSource,
  detections: StoredDetections,
  field: StatedField,
): Steps<FieldColumn> {
  const formats = readFormats(sql, detections);
  const candidateOf = (name: string): Candidate => ({
    name,
    statements: formats.readings.map((corrected) => statementOf(field, name, corrected)),
  });
  const columns = source.columnProperties();
  const known = source.propertyNames().map(candidateOf).filter(isStated);
  // Names that are not listed, or have no column, are found in the rows only.
  const areRowsNeeded = source.hasUnlisted() || known.some(({ name }) => !columns.has(name));
  const cells = createCells(detections.columns.count);
  for (const [index, chunk] of detections.chunks.entries()) {
    if (index % chunksInStep === 0) yield;
    const values = createChunkValues(chunk, formats, cells);
    if (chunk.isDirty || areRowsNeeded || !source.isCurrent(chunk)) {
      addRows(values, source, detections, chunk, candidateOf);
    } else {
      for (const candidate of known) {
        const column = source.property(chunk, candidate.name);
        if (column) values.addColumn(candidate, column);
      }
    }
    values.finish();
  }
  return cells.finish();
}

function isStated({ statements }: Candidate): boolean {
  return statements.some((statement) => statement !== null);
}

function readFormats(sql: Sql, { columns }: StoredDetections): Formats {
  const lists = groupByFormat(readCorrections(sql));
  if (lists.length === 0) return { codeAt: () => 0, readings: [undefined] };
  const highest = Number(sql.arrays('SELECT max(id) FROM records')[0]?.[0] ?? 0);
  const codes = new Uint16Array(highest + 1);
  for (const [at, [first]] of lists.entries()) {
    const ofFormat = sql.arrays`
      SELECT id FROM records
      WHERE product_type IS ${first.productType} AND document_version IS ${first.documentVersion}`;
    for (const [id] of ofFormat) codes[Number(id)] = at + 1;
  }
  return {
    codeAt: (position) => codes[columns.record[position] as number] ?? 0,
    readings: [undefined, ...lists.map(correctedReadings)],
  };
}

/** The values of one chunk: of several for a detection the one that counts. */
type ChunkValues = {
  add(candidate: Candidate, position: number, value: PropertyValue): void;
  addColumn(candidate: Candidate, column: PropertyColumn): void;
  finish(): void;
};

function createChunkValues({ start, count }: LoadedChunk, { codeAt }: Formats, cells: Cells): ChunkValues {
  const best = new Array<(RankedValue & { readonly value: PropertyValue }) | undefined>(count);
  const add: ChunkValues['add'] = ({ name, statements }, position, value) => {
    const statement = statements[codeAt(position)];
    if (!statement) return;
    const { rank } = statement;
    const former = best[position - start];
    if (former && !countsBefore({ name, rank }, former)) return;
    const read = statement.read(value);
    if (read !== null) best[position - start] = { name, rank, value: read };
  };
  return {
    add,
    addColumn(candidate, column) {
      for (let index = 0; index < count; index += 1) {
        const value =
          column.kind === 'numbers'
            ? (column.numbers[index] as number)
            : column.values[(column.codes[index] as number) - 1];
        if (value !== undefined && !Number.isNaN(value)) add(candidate, start + index, value);
      }
    },
    finish() {
      for (const [index, value] of best.entries()) if (value) cells.add(start + index, value.value);
    },
  };
}

function addRows(
  values: ChunkValues,
  source: ChunkSource,
  { columns: { id } }: StoredDetections,
  chunk: LoadedChunk,
  candidateOf: (name: string) => Candidate,
): void {
  const candidates = new Map<string, Candidate>();
  for (const row of source.rows(chunk)) {
    const position = lowerBound(id, row.id);
    if (id[position] !== row.id) continue;
    for (const [name, value] of Object.entries(row.properties)) {
      if (value === null || value === undefined) continue;
      const candidate = candidates.get(name) ?? candidateOf(name);
      candidates.set(name, candidate);
      if (isStated(candidate)) values.add(candidate, position, value as PropertyValue);
    }
  }
}
