import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../../../../shared/results/expression/parse-expression.ts';
import { printExpression } from '../../../../../shared/results/expression/print-expression.ts';
import { unknownFields } from '../../../../../shared/results/expression/unknown-fields.ts';

function print(text: string): string {
  const parsed = parseExpression(text);
  return parsed.ok ? printExpression(parsed.expression) : `${parsed.at}: ${parsed.message}`;
}

describe('inside of a layer', () => {
  it.each([
    ['inside("EEZ")', 'inside("EEZ")'],
    ['INSIDE( \'Zone "A"\' )', 'inside("Zone \\"A\\"")'],
    ['not inside("EEZ") and length_m > 40', 'not inside("EEZ") and length_m > 40'],
    ['(inside("A") or inside("B"))', 'inside("A") or inside("B")'],
    ['inside("EEZ") = true', 'inside("EEZ")'],
    ['inside("EEZ") = false', 'inside("EEZ") = false'],
    ['inside("EEZ") is empty', 'inside("EEZ") is empty'],
    // A property of that name is still one.
    ['inside = 3', 'inside = 3'],
  ])('%s', (text, expected) => {
    expect(print(text)).toBe(expected);
    expect(print(expected)).toBe(expected);
  });

  it.each([
    ['inside(', '7: Write the name of a layer in quotes: inside("Zones").'],
    ['inside(EEZ)', '7: Write the name of a layer in quotes: inside("Zones").'],
    ['inside("")', '7: Write the name of a layer in quotes: inside("Zones").'],
    ['inside("EEZ"', '12: After the name of the layer, write ).'],
  ])('%s is refused where it is wrong', (text, expected) => {
    expect(print(text)).toBe(expected);
  });

  it('is unknown where there is no layer of its name, and never before the layers are known', () => {
    const parsed = parseExpression('inside("EEZ") and inside("Ports")');
    if (!parsed.ok) throw new Error(parsed.message);
    const names = (layers: Parameters<typeof unknownFields>[3]) =>
      unknownFields(parsed.expression, [], [], layers).map(({ name }) => name);
    expect(names([{ name: 'Ports', attributes: [] }])).toEqual(['EEZ']);
    expect(names(null)).toEqual([]);
  });
});
