import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { codePageOfDriver, decoderOf, findEncoding } from '../../../../shared/areas/import/name-encoding.ts';

/** All bytes from 128 on that the code page of iconv has, as iconv (of the C library) decodes them. */
function upperHalfByIconv(name: string): ReadonlyMap<number, string> {
  const bytes = Array.from({ length: 128 }, (_, index) => index + 128);
  // One line for each byte; with `-c`, that of a byte that the code page lacks is empty.
  const input = Buffer.from(bytes.flatMap((byte) => [byte, 10]));
  const { stdout, error } = spawnSync('iconv', ['-c', '-f', name, '-t', 'UTF-8'], {
    input,
    encoding: 'utf8',
  });
  if (error) throw error;
  const lines = stdout.split('\n');
  return new Map(bytes.map((byte, index) => [byte, lines[index] ?? ''] as const).filter(([, text]) => text));
}

test.each([
  'CP437',
  'CP737',
  'CP775',
  'CP850',
  'CP852',
  'CP855',
  'CP857',
  'CP860',
  'CP863',
  'CP865',
  'CP866',
  'ISO-8859-2',
  'ISO-8859-5',
  'ISO-8859-15',
  'CP1250',
  'CP1251',
  'CP1257',
  'KOI8-R',
])('%s is decoded as iconv does', (name) => {
  const decode = decoderOf(name);
  const expected = upperHalfByIconv(name);
  expect(expected.size).toBeGreaterThan(90);
  for (const [byte, character] of expected) {
    // Control characters in the upper half have other characters in the Encoding Standard.
    if (/\p{Cc}/u.test(character)) continue;
    expect(decode?.(Uint8Array.of(byte)), `byte ${byte}`).toBe(character);
  }
});

describe('names of encodings', () => {
  test.each([
    ['UTF-8', [0xc5, 0x81], 'Ł'],
    ['utf8', [0xc5, 0x81], 'Ł'],
    ['65001', [0xc5, 0x81], 'Ł'],
    ['88592', [0xa3], 'Ł'],
    ['ISO88592', [0xa3], 'Ł'],
    ['ISO 8859-2', [0xa3], 'Ł'],
    ['8859_2', [0xa3], 'Ł'],
    ['28592', [0xa3], 'Ł'],
    ['1250', [0xa3], 'Ł'],
    ['ANSI 1250', [0xa3], 'Ł'],
    ['windows-1250', [0xa3], 'Ł'],
    ['OEM 852', [0x9d], 'Ł'],
    ['cp852', [0x9d], 'Ł'],
    ['IBM852', [0x9d], 'Ł'],
    ['LDID/100', [0x9d], 'Ł'],
    ['LDID/200', [0xa3], 'Ł'],
    ['885915', [0xa4], '€'],
    ['Big5', [0xa4, 0xa4], '中'],
    ['936', [0xd6, 0xd0], '中'],
    ['GB18030', [0xd6, 0xd0], '中'],
    ['Shift_JIS', [0x92, 0x86], '中'],
    ['932', [0x92, 0x86], '中'],
    ['949', [0xc7, 0xd1], '한'],
    ['KOI8-R', [0xe9], 'И'],
    ['macintosh', [0x8a], 'ä'],
  ])('%s', (name, bytes, text) => {
    expect(decoderOf(name)?.(Uint8Array.from(bytes))).toBe(text);
  });
  test.each(['Klingon', '99999', '', 'LDID/1000'])('%j is none', (name) => {
    expect(decoderOf(name)).toBeUndefined();
  });
  test.each([
    [0x01, '437'],
    [0x02, '850'],
    [0x64, '852'],
    [0x65, '866'],
    [0x57, '1252'],
    [0xc9, '1251'],
    [0x00, undefined],
  ])('language driver %d is that of page %s', (driver, page) => {
    expect(codePageOfDriver(driver)).toBe(page);
  });
});

describe('texts of fixed width', () => {
  const bytes = (text: string, cut = 0) =>
    new TextEncoder().encode(text).slice(0, cut === 0 ? undefined : -cut);
  test('a letter that the width cuts is left out', () => {
    for (const [text, cut, rest] of [
      ['Порт', 1, 'Пор'],
      ['中文', 1, '中'],
      ['中文', 2, '中'],
      ['a😀', 3, 'a'],
    ] as const) {
      const cell = bytes(text, cut);
      expect(findEncoding('UTF-8', [cell])).toMatchObject({ doubt: undefined });
      expect(findEncoding('UTF-8', [cell]).decode(cell)).toBe(rest);
    }
    const gbk = Uint8Array.of(0xd6, 0xd0, 0xce);
    expect(findEncoding('936', [gbk]).decode(gbk)).toBe('中');
  });
  test('UTF-8 is known by its letters when nothing is stated', () => {
    const cells = [bytes('Gdańsk'), bytes('Sopot'), bytes('Świno', 0)];
    expect(findEncoding(undefined, cells)).toMatchObject({ doubt: undefined });
    expect(cells.map(findEncoding(undefined, cells).decode)).toEqual(['Gdańsk', 'Sopot', 'Świno']);
  });
  test('a letter at the end that may be whole is not taken for a cut one', () => {
    const cell = Uint8Array.of(0x63, 0x61, 0x66, 0xe9);
    const { decode, doubt } = findEncoding(undefined, [cell]);
    expect(decode(cell)).toBe('café');
    expect(doubt).toContain('Windows-1252');
  });
  test('what is stated wrongly is named', () => {
    const cell = Uint8Array.of(0xa6, 0x77);
    expect(findEncoding('UTF-8', [cell]).doubt).toContain('“UTF-8” is not their encoding');
    expect(findEncoding('Klingon', [cell]).doubt).toContain('“Klingon” is no known encoding');
    expect(findEncoding('Klingon', [bytes('Gdańsk')]).doubt).toContain('UTF-8');
    expect(findEncoding('Klingon', [bytes('Gdansk')]).doubt).toBeUndefined();
  });
});
