import { describe, expect, it } from 'vitest';
import { splitJson } from '../../../../../../electron/core/exchange/raw-import/split-json.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';

/** The text in chunks of `length` bytes. */
async function* chunksOf(text: string, length: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) yield Uint8Array.from(bytes.subarray(at, at + length));
}

/** Each value as text; a problem as `position: problem`. */
async function split(text: string, form: 'any' | 'lines' = 'any', length = 7): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const piece of splitJson(chunksOf(text, length), form)) {
    found.push(
      'problem' in piece ? `${piece.position}: ${piece.problem}` : Buffer.from(piece.bytes).toString('utf8'),
    );
  }
  return found;
}

describe('splitting a file into JSON values', () => {
  it('returns the elements of a list byte for byte, wherever the chunks end', async () => {
    const random = seededRandom(5);
    const elements = Array.from({ length: 30 }, (_, index) => {
      const gap = ' '.repeat(random.between(0, 2));
      return `{"assignedId":${gap}"r${index}",\n "text":"a \\" ] , } [ { \\\\","list":[[1, 2],[]],"é":${index}.50}`;
    });
    const text = `\ufeff [\n${elements.join(' ,\r\n')}\n]\n`;
    for (const length of [1, 2, 3, 5, 64, 10_000]) expect(await split(text, 'any', length)).toEqual(elements);
  });

  it('returns one value for a page, and one value a line for lines, also in a .json file', async () => {
    const page = '{\n "data": {\n "svc_udp_analyticgeojsonrecord": []}\n}';
    expect(await split(page)).toEqual([page]);
    const lines = '{"a":1}\n\n{"b":2}\r\n{"c":3}';
    expect(await split(lines)).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
    expect(await split(lines, 'lines')).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
    expect(await split('')).toEqual([]);
    expect(await split('[ ]')).toEqual([]);
  });

  it('returns a broken line as it is, and counts a damaged object as one problem', async () => {
    expect(await split('{"a":1}\n{"b":\n{"c":3}\n', 'lines')).toEqual(['{"a":1}', '{"b":', '{"c":3}']);
    expect(await split('{\n"a":\n1,\n')).toEqual(['the whole file: is not valid JSON']);
  });

  it('returns what comes before the place where a list is cut off, and reports text after its end', async () => {
    expect(await split('[{"a":1},{"b":"x')).toEqual(['{"a":1}', 'entry 2: the list is cut off here']);
    expect(await split('[{"a":1}] {"b":2}')).toEqual(['{"a":1}', 'the end: there is text after the list']);
  });
});

/** The same text in each encoding that is recognized. */
const encodings: readonly (readonly [name: string, encode: (text: string) => Buffer])[] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16 LE with a mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 LE', (text) => Buffer.from(text, 'utf16le')],
  ['UTF-16 BE with a mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['UTF-16 BE', (text) => Buffer.from(text, 'utf16le').swap16()],
];

const values = ['{"assignedId":"å","n":[1,\n 2]}', '{"b":"🛰 }{ \\" "}', '{\n  "c": {}\n}'];
const compact = values.map((value) => value.replaceAll('\n', ' '));

/** Order of values in files that are no list. */
const sequences: readonly (readonly [
  name: string,
  text: string,
  values: readonly string[],
  forms: readonly ('any' | 'lines')[],
])[] = [
  ['one value', values[0] ?? '', values.slice(0, 1), ['any']],
  ['a list', `[${values.join(',')}]`, values, ['any']],
  ['a list after a list', `[${values[0]}]\r\n[${values.slice(1).join(',')}]\r\n`, values, ['any']],
  ['one a line', `${compact.join('\n')}\n`, compact, ['any', 'lines']],
  ['one a line as Windows ends them', compact.join('\r\n'), compact, ['any', 'lines']],
  ['one after another on lines of their own', values.join('\n'), values, ['any']],
  ['one after another', values.join(''), values, ['any']],
  ['a sequence (RFC 7464)', values.map((value) => `\u001e${value}\n`).join(''), values, ['any', 'lines']],
];

describe.each(encodings)('in %s', (_, encode) => {
  it.each(sequences)('%s', async (_name, text, expected, forms) => {
    const bytes = encode(text);
    for (const form of forms) {
      for (const length of [1, 2, 3, 7, 10_000]) {
        const found: string[] = [];
        const chunks = async function* () {
          for (let at = 0; at < bytes.length; at += length)
            yield Uint8Array.from(bytes.subarray(at, at + length));
        };
        for await (const piece of splitJson(chunks(), form)) {
          found.push('problem' in piece ? piece.problem : Buffer.from(piece.bytes).toString());
        }
        expect(found, `${form}, in chunks of ${length}`).toEqual(expected);
      }
    }
  });
});

it('reports where UTF-16 is broken, after what comes before', async () => {
  const bytes = Buffer.from('\ufeff{"a":1}\n{"b":"\ud800"}\n', 'utf16le');
  const found: string[] = [];
  const chunks = async function* () {
    yield Uint8Array.from(bytes.subarray(0, 18));
    yield Uint8Array.from(bytes.subarray(18));
  };
  for await (const piece of splitJson(chunks(), 'lines'))
    found.push('problem' in piece ? piece.problem : piece.position);
  expect(found).toEqual(['line 1', 'is not valid UTF-16 from here on']);
});

it('returns sound values next to broken ones', async () => {
  expect(await split('{"a":1} junk {"b":2}\n{"c":\n3}')).toEqual(['{"a":1}', 'junk {"b":2}', '{"c":\n3}']);
  expect(await split('[{"a":1}] and [{"b":2}]')).toEqual([
    '{"a":1}',
    'after entry 1: there is text between two lists',
    '{"b":2}',
  ]);
});
