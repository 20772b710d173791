import { describe, expect, test } from 'vitest';
import { designTokens } from '../../../../renderer/ui/design-tokens.ts';
import { analyticSymbol, knownSymbols } from '../../../../shared/results/analytic-symbol.ts';
import { shapeNames, shapePath } from '../../../../shared/results/symbol-shapes.ts';
import { ciede2000, contrastOf, labOf } from '../../../builders/color-math.ts';
import { colorVisions } from '../../../builders/color-vision.ts';

const symbols = [...knownSymbols.values()];
const pairs = symbols.flatMap((one, index) => symbols.slice(0, index).map((other) => [one, other] as const));

/** The lowest difference of two analytics, as the design states it. */
const stated = {
  normal: { dark: 20.2, light: 19.1 },
  'deutan, Viénot': { dark: 13.3, light: 13.8 },
  'deutan, Machado': { dark: 13.1, light: 13.6 },
  'protan, Viénot': { dark: 13.3, light: 13.3 },
  'protan, Machado': { dark: 13.4, light: 13.2 },
  'tritan, Brettel': { dark: 13.3, light: 13.3 },
  'tritan, Machado': { dark: 13.7, light: 13.5 },
} as const satisfies Record<keyof typeof colorVisions, { readonly dark: number; readonly light: number }>;

describe.each(['dark', 'light'] as const)('%s', (scheme) => {
  test.each(Object.entries(colorVisions))('analytics differ for %s vision', (vision, see) => {
    expect(pairs).toHaveLength(36);
    const differences = pairs.map(([one, other]) =>
      ciede2000(labOf(see(one[scheme])), labOf(see(other[scheme]))),
    );
    const lowest = stated[vision as keyof typeof stated][scheme];
    const least = Math.min(...differences);
    expect(Math.abs(least - lowest), `lowest difference ${least.toFixed(1)}`).toBeLessThanOrEqual(0.1);
  });

  test('every analytic is distinct from sea and land', () => {
    const { sea, land } = designTokens[scheme];
    for (const [name, { [scheme]: color }] of knownSymbols) {
      expect(Math.min(contrastOf(color, sea), contrastOf(color, land)), name).toBeGreaterThanOrEqual(2.95);
    }
  });
});

test('the formula gives the differences that its authors publish', () => {
  // Sharma, Wu, Dalal 2005, table 1: pairs 1, 7, 17 and 25.
  expect(ciede2000([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(ciede2000([50, 0, 0], [50, -1, 2])).toBeCloseTo(2.3669, 4);
  expect(ciede2000([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4);
  expect(ciede2000([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(1.2644, 4);
});

test('each analytic has a shape of its own, in whatever order joined names are', () => {
  expect(new Set(symbols.map(({ shape }) => shape)).size).toBe(9);
  const joined = analyticSymbol('LargeVesselDetection + SmallVesselDetection');
  expect(joined).toBe(analyticSymbol('SmallVesselDetection + LargeVesselDetection'));
  expect(joined.shape).toBe('hollow-hull');
  expect(analyticSymbol('TrainDetection').shape).toBe('disc');
});

test('a shape is a path of closed lines', () => {
  for (const name of shapeNames)
    expect(shapePath(name)).toMatch(/^(M-?[\d.e-]+ -?[\d.e-]+(L-?[\d.e-]+ -?[\d.e-]+){2,}Z)+$/);
});
