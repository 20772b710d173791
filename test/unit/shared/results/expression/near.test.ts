import { describe, expect, it } from 'vitest';
import { completionPoint } from '../../../../../shared/results/expression/completion-point.ts';
import { parseExpression } from '../../../../../shared/results/expression/parse-expression.ts';
import { printExpression } from '../../../../../shared/results/expression/print-expression.ts';
import { unknownFields } from '../../../../../shared/results/expression/unknown-fields.ts';

function print(text: string): string {
  const parsed = parseExpression(text);
  return parsed.ok ? printExpression(parsed.expression) : `${parsed.at}: ${parsed.message}`;
}

describe('the nearest feature of a layer', () => {
  it.each([
    ['near("Ports", 5 km)', 'near("Ports", 5 km)'],
    ['NEAR("Ports",5km)', 'near("Ports", 5 km)'],
    ['not near("Platforms", 200 m)', 'not near("Platforms", 200 m)'],
    ['near("A", 3 nm) or near("B", 1.5 km) and x = 1', 'near("A", 3 nm) or near("B", 1500 m) and x = 1'],
    ['near("A", 500)', 'near("A", 500 m)'],
    ['near("A", 1 mi)', 'near("A", 1609.344 m)'],
    ['near("A", 0 m)', 'near("A", 0 m)'],
    ['distance("Coast") < 10 km', 'distance("Coast") < 10 km'],
    ['distance("Coast") <= 12 NM', 'near("Coast", 12 nm)'],
    [
      'distance("Coast") between 1 km and 2 km and a = 1',
      '(distance("Coast") >= 1 km and near("Coast", 2 km)) and a = 1',
    ],
    ['distance("Coast") > 1234.5', 'distance("Coast") > 1234.5 m'],
    ['edge("EEZ") <= 2km', 'edge("EEZ") <= 2 km'],
    ['distance("Coast") is empty', 'distance("Coast") is empty'],
    ['nearest("Ports").name = "Busan"', 'nearest("Ports").name = "Busan"'],
    ['nearest("Ports").`port name` contains "u"', 'nearest("Ports").`port name` contains "u"'],
    ['nearest("Ports").`2024` > 5', 'nearest("Ports").`2024` > 5'],
    ['nearest("A \\"b\\"").`odd ``name``` in (1, 2)', 'nearest("A \\"b\\"").`odd ``name``` in (1, 2)'],
    // Properties of these names are still ones.
    ['near = 3 and distance > 4 and nearest = 5', 'near = 3 and distance > 4 and nearest = 5'],
  ])('%s', (text, expected) => {
    expect(print(text)).toBe(expected);
    expect(print(expected)).toBe(expected);
  });

  it.each([
    ['near("Ports")', '12: Write a comma and a distance: near("Ports", 5 km).'],
    ['near("Ports", 5 yd)', '14: “5yd” is no distance. Write one such as 200 m, 5 km or 3 nm.'],
    ['near("Ports", -5 km)', '14: “-5km” is no distance. Write one such as 200 m, 5 km or 3 nm.'],
    ['near("Ports", 5 km', '18: After the name of the layer, write ).'],
    ['near(Ports, 5 km)', '5: Write the name of a layer in quotes: near("Ports", 5 km).'],
    ['distance("Coast") < "far"', /is a number/],
    ['nearest("Ports")', '16: Write a dot and an attribute of the layer: nearest("Ports").name.'],
    ['nearest("Ports") = 5', '17: Write a dot and an attribute of the layer: nearest("Ports").name.'],
    ['nearest("Ports").`` = 5', '16: Write a dot and an attribute of the layer: nearest("Ports").name.'],
    ['length_m > 40 m', /14: .*without a unit/],
    ['length_m > 40m', /11: .*not a number/],
    ['length > 40 km', /without a unit/],
  ])('%s is refused where it is wrong', (text, expected) => {
    if (typeof expected === 'string') expect(print(text)).toBe(expected);
    else expect(print(text)).toMatch(expected);
  });

  it('is unknown where a layer or an attribute is', () => {
    const parsed = parseExpression(
      'near("Ports", 1 km) and nearest("Ports").size > 3 and nearest("Coast").x = 1',
    );
    if (!parsed.ok) throw new Error(parsed.message);
    const ports = { name: 'Ports', attributes: [{ name: 'name', column: 'name', type: 'text' as const }] };
    const messages = unknownFields(parsed.expression, [], [], [ports]).map(({ message }) => message);
    expect(messages).toEqual([
      'There is no layer “Coast”. Import it, or choose another one.',
      'The layer “Ports” has no attribute “size”. Choose another one.',
    ]);
    expect(unknownFields(parsed.expression, [], [], null)).toEqual([]);
  });

  it.each([
    ['near(', { kind: 'layer', of: 'near' }],
    ['inside("E', { kind: 'layer', of: 'inside' }],
    ['near("Ports" ', { kind: 'words', words: [','] }],
    ['near("Ports", ', { kind: 'value', field: 'distance:Ports' }],
    ['near("Ports", 5 km', { kind: 'words', words: [')'] }],
    ['near("Ports", 5 km) ', { kind: 'words', words: ['and', 'or'] }],
    ['inside("EEZ") ', { kind: 'words', words: ['and', 'or'] }],
    ['not distance("Coast") ', { kind: 'operator', field: 'distance:Coast', isNegated: false }],
    ['edge("EEZ") ', { kind: 'operator', field: 'edge:EEZ', isNegated: false }],
    ['distance("Coast") < ', { kind: 'value', field: 'distance:Coast' }],
    ['a = 1 and nearest("Ports")', { kind: 'attribute', layer: 'Ports' }],
    ['nearest("Ports").', { kind: 'attribute', layer: 'Ports' }],
    ['nearest("Ports").na', { kind: 'attribute', layer: 'Ports' }],
    ['nearest("Ports").`po', { kind: 'attribute', layer: 'Ports' }],
    ['nearest("Ports").name = ', { kind: 'value', field: 'nearest:["Ports","name"]' }],
  ])('%s expects', (text, expected) => {
    expect(completionPoint(text, text.length).expected).toEqual(expected);
  });
});
