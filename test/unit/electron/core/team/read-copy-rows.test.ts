import { describe, expect, it } from 'vitest';
import { createCopyRows } from '../../../../../electron/core/team/copy-rows.ts';
import { readCopyRows } from '../../../../../electron/core/team/pull-records.ts';

/** The same format is sent in both directions. */
function encode(rows: readonly (readonly [string | null, Uint8Array])[]): Buffer {
  const encoder = createCopyRows();
  for (const [text, bytes] of rows) {
    encoder.row(2);
    encoder.text(text);
    encoder.hex(Buffer.from(bytes).toString('hex'));
  }
  return Buffer.concat(encoder.finish());
}

describe('readCopyRows', () => {
  it('returns each value, also empty ones and NULL', () => {
    const large = new Uint8Array(2 ** 21).fill(7);
    const rows = readCopyRows(
      encode([
        ['é', Uint8Array.of(0, 255)],
        [null, large],
        ['', new Uint8Array()],
      ]),
    );
    expect(rows.map(([text]) => text?.toString())).toEqual(['é', undefined, '']);
    expect(rows.map(([, bytes]) => bytes?.length)).toEqual([2, large.length, 0]);
    expect(rows[0]?.[1]).toEqual(Buffer.of(0, 255));
    expect(readCopyRows(encode([]))).toEqual([]);
  });

  it('skips an extension of the header', () => {
    const bytes = encode([['a', Uint8Array.of(1)]]);
    bytes.writeInt32BE(3, 15);
    const extended = Buffer.concat([bytes.subarray(0, 19), Buffer.from('abc'), bytes.subarray(19)]);
    expect(readCopyRows(extended)).toEqual([[Buffer.from('a'), Buffer.of(1)]]);
  });

  it('refuses bytes that end too early', () => {
    const bytes = encode([['text', Uint8Array.of(1)]]);
    expect(() => readCopyRows(bytes.subarray(0, -2))).toThrow(RangeError);
    expect(() => readCopyRows(bytes.subarray(0, 24))).toThrow(RangeError);
  });
});
