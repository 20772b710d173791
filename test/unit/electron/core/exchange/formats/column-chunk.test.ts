import { zstdDecompressSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects, type SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import {
  type ColumnShape,
  type ColumnValue,
  createColumnChunkBuilder,
} from '../../../../../../electron/core/exchange/formats/geoparquet/column-chunk.ts';

const rows = 3000;

function column(ofRow: (row: number) => ColumnValue | null): readonly (ColumnValue | null)[] {
  return Array.from({ length: rows }, (_, row) => ofRow(row));
}

const some = (value: (row: number) => ColumnValue) =>
  column((row) => (row % 3 === 0 || row > 2900 ? null : value(row)));

const texts = ['', 'a', 'Ä', '\u{ffee}', '🚢', '\u{10ffff}', '中'.repeat(20), '\u0000', 'z', '\ufffd'];
const numbers = [0, 1, -1, 2 ** 31, -(2 ** 31), 2 ** 32, -(2 ** 32) - 1, 2 ** 53 - 1, -(2 ** 53 - 1)];
const reals = [0.1, -1e-300, Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324];
const at = <Value>(list: readonly Value[], row: number) => list[row % list.length] as Value;

const columns: Readonly<Record<string, readonly [ColumnShape['type'], readonly (ColumnValue | null)[]]>> = {
  nothing: ['DOUBLE', column(() => null)],
  'one text': ['BYTE_ARRAY', column(() => 'one')],
  'few texts': ['BYTE_ARRAY', column((row) => at(texts, row))],
  'some texts': ['BYTE_ARRAY', some((row) => at(texts, row))],
  'distinct texts': ['BYTE_ARRAY', column((row) => `${at(texts, row)} ${row}`)],
  'texts that repeat late': ['BYTE_ARRAY', column((row) => `ship ${Math.min(row, 1500)}`)],
  'some distinct texts': ['BYTE_ARRAY', some((row) => `ship ${row}`)],
  'few integers': ['INT64', some((row) => at(numbers, row))],
  'distinct integers': ['INT64', column((row) => (row - 1500) * 2 ** 40 + row)],
  'few reals': ['DOUBLE', column((row) => at(reals, row))],
  'distinct reals': ['DOUBLE', some((row) => row / 7)],
  booleans: ['BOOLEAN', some((row) => row % 5 < 2)],
  'one boolean': ['BOOLEAN', column(() => true)],
};

async function write(
  values: readonly (ColumnValue | null)[],
  type: ColumnShape['type'],
  isOpaque = false,
): Promise<ArrayBuffer> {
  const output = new ByteWriter();
  const element: SchemaElement = {
    name: 'value',
    type,
    repetition_type: 'OPTIONAL',
    ...(type === 'BYTE_ARRAY' && !isOpaque ? { converted_type: 'UTF8' } : {}),
  };
  const writer = new ParquetWriter({
    writer: output,
    schema: [{ name: 'schema', num_children: 1 }, element],
  });
  const builder = createColumnChunkBuilder({ type, path: ['value'], isOpaque }, rows);
  // Two groups, the second one shorter.
  for (const group of [values, values.slice(0, 100)]) {
    for (const value of group) builder.add(value);
    const chunk = builder.write(output);
    const { total_compressed_size, total_uncompressed_size } = chunk.meta_data;
    const num_rows = BigInt(group.length);
    writer.num_rows += num_rows;
    writer.row_groups.push({
      columns: [chunk],
      num_rows,
      total_byte_size: total_uncompressed_size,
      total_compressed_size,
    });
  }
  await writer.finish();
  return output.getBuffer();
}

async function read(file: ArrayBuffer): Promise<readonly unknown[]> {
  const objects = await parquetReadObjects({
    file,
    utf8: false,
    compressors: { ZSTD: (input) => zstdDecompressSync(input) },
  });
  return objects.map(({ value }) => (typeof value === 'bigint' ? Number(value) : value));
}

describe.each(Object.entries(columns))('a column of %s', (_, [type, values]) => {
  test('is read as it was written, in each row group', async () => {
    expect(await read(await write(values, type))).toEqual([...values, ...values.slice(0, 100)]);
  });

  test('has the number of its nulls, and bounds around its values', async () => {
    const { row_groups } = parquetMetadata(await write(values, type));
    for (const [index, group] of [values, values.slice(0, 100)].entries()) {
      const { null_count, min_value, max_value } = row_groups[index]?.columns[0]?.meta_data?.statistics ?? {};
      const present = group.filter((value) => value !== null);
      expect(Number(null_count)).toBe(group.length - present.length);
      if (present.length === 0) expect([min_value, max_value]).toEqual([undefined, undefined]);
      else if (type === 'BYTE_ARRAY') {
        // Long texts are cut, so that the bounds are wider.
        const inOrder = [String(min_value), ...present.map(String), String(max_value)].map((text) =>
          Buffer.from(text),
        );
        const [first, last] = [inOrder[0], inOrder.at(-1)];
        expect(inOrder.sort(Buffer.compare).at(0)).toEqual(first);
        expect(inOrder.at(-1)).toEqual(last);
      } else {
        const inOrder = present.map(Number).sort((one, other) => one - other);
        expect([Number(min_value), Number(max_value)]).toEqual([inOrder[0], inOrder.at(-1)]);
      }
    }
  });
});

test('a text with half a surrogate is written as UTF-8 has it, and bounded so', async () => {
  const values = ['\ud800', '\ufffe', 'a'];
  const file = await write(values, 'BYTE_ARRAY');
  expect((await read(file)).slice(0, 3)).toEqual(['\ufffd', '\ufffe', 'a']);
  const { statistics } = parquetMetadata(file).row_groups[0]?.columns[0]?.meta_data ?? {};
  expect([statistics?.min_value, statistics?.max_value]).toEqual(['a', '\ufffe']);
});

test('bytes are read as they were written, without bounds', async () => {
  const values = [Uint8Array.of(0, 255), null, new Uint8Array(), Uint8Array.of(0, 255)];
  const file = await write(values, 'BYTE_ARRAY', true);
  expect((await read(file)).slice(0, 4)).toEqual(values);
  const { statistics } = parquetMetadata(file).row_groups[0]?.columns[0]?.meta_data ?? {};
  expect(statistics?.max_value).toBeUndefined();
});

test('a long text among distinct ones counts as often as it is written', () => {
  const builder = createColumnChunkBuilder({ type: 'BYTE_ARRAY', path: ['value'] }, rows);
  const long = 'x'.repeat(1000);
  for (let row = 0; row < 1500; row += 1) builder.add(`ship ${row}`);
  for (let row = 1500; row < rows; row += 1) builder.add(long);
  const size = builder.size();
  const { meta_data } = builder.write(new ByteWriter());
  expect(size).toBeGreaterThan(0.9 * Number(meta_data.total_uncompressed_size));
  expect(builder.size()).toBe(0);
});
