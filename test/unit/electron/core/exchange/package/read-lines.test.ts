import { describe, expect, it } from 'vitest';
import { readListElements } from '../../../../../../electron/core/exchange/package/read-lines.ts';

async function* chunksOf(text: string) {
  yield Buffer.from(text);
}

async function elementsOf(text: string): Promise<readonly string[]> {
  const elements: string[] = [];
  for await (const element of readListElements(chunksOf(text))) elements.push(element);
  return elements;
}

describe('the elements of a JSON list', () => {
  it('are the values that the list has, however it is set', async () => {
    const list = [{ a: [1, 'b, ]'], c: null }, 2.5, 'd e'];
    for (const text of [JSON.stringify(list), ` ${JSON.stringify(list, null, '\t')}\r\n`]) {
      expect((await elementsOf(text)).map((element) => JSON.parse(element) as unknown)).toEqual(list);
    }
    expect(await elementsOf(' [ ] ')).toEqual([]);
  });

  it('do not become other values where white space cuts a number or a word', async () => {
    for (const value of ['50 0', '[5 0]', 'tr\nue', '{"a": 1 2}']) {
      const [element = ''] = await elementsOf(`[${value}]`);
      expect(() => JSON.parse(element) as unknown).toThrow(SyntaxError);
    }
  });
});
