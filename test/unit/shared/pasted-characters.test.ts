import { describe, expect, test } from 'vitest';
import { parseExpression } from '../../../shared/results/expression/parse-expression.ts';
import { readQueryText } from '../../../shared/results/read-query-text.ts';

const query = (region: string, space = ' ') =>
  `svc_udp_analyticgeojsonrecord(limit:${space}10, content: {processors: {parameters: {dissemination: {region: {eq: ${region}}}}}}) {${space}assignedId }`;
const read = (text: string) => readQueryText(text, { brand: 'svc' });

describe('in the text of a query', () => {
  test.each([
    ['“East Asia”', ' ', 'a curly quotation mark (U+201C)'],
    ['„East Asia“', ' ', 'a curly quotation mark (U+201E)'],
    ['«East Asia»', ' ', 'a curly quotation mark (U+00AB)'],
    ['＂East Asia＂', ' ', 'a curly quotation mark (U+FF02)'],
    ['"East Asia"', '\u00a0', 'a no-break space (U+00A0)'],
    ['"East Asia"', '\u202f', 'a no-break space (U+202F)'],
    ['"East Asia"', '\u3000', 'a space of another width (U+3000)'],
    ['"East Asia"', '\u200b', 'an invisible character (U+200B)'],
    ['"East Asia"', '\u2028', 'a line break of a word processor (U+2028)'],
  ])('%s with %j is named, and the correction can be read', (region, space, name) => {
    const reading = read(query(region, space));
    expect(reading).toMatchObject({ ok: false, problems: [{ message: expect.stringContaining(name) }] });
    expect(read(reading.ok ? '' : (reading.correction ?? ''))).toMatchObject({
      ok: true,
      search: { regions: ['East Asia'], maxRecords: 10 },
    });
  });

  test('a space of another kind in a value is remarked, since it would match nothing', () => {
    const remarksOf = (text: string) => {
      const reading = read(text);
      return reading.ok ? reading.remarks.map(({ message }) => message) : [];
    };
    const [remark, ...others] = remarksOf(query('"East\u00a0Asia"'));
    expect(remark).toContain('a no-break space (U+00A0)');
    expect(remarksOf(query('"East Asia"'))).toEqual(others);
  });

  test('nothing is offered where nothing was put in', () => {
    expect(read(query("'East Asia'"))).toMatchObject({ ok: false, correction: undefined });
  });
});

test.each([
  ['sensor = “ICEYE”', 9, 'a curly quotation mark (U+201C)'],
  ['length_m > −4', 11, 'a dash (U+2212)'],
  ['length_m\u200b > 4', 8, 'an invisible character (U+200B)'],
])('in an expression %j is named', (text, at, name) => {
  expect(parseExpression(text)).toMatchObject({ ok: false, at, message: expect.stringContaining(name) });
});
