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
