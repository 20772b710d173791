/** A range of counts with a color, both ends included. */
export type CoverageClass = { readonly from: number; readonly to: number; readonly color: string };

/** Opacity of coverage on the map, 0…1: land and sea below it can still be distinguished. */
export const coverageOpacity = 0.4;

/**
 * Seven colors of one hue for each color scheme, distinguishable by lightness alone; violet, because density is shown
 * from blue to yellow and the sea is blue.
 */
const schemeColors = {
  dark: ['#57458c', '#6d5aa3', '#8470b8', '#9c89cb', '#b5a3dc', '#cfbfeb', '#ece2f8'],
  light: ['#b5a3dc', '#9c89cb', '#8470b8', '#6d5aa3', '#57458c', '#423070', '#2c1c53'],
} as const;
const colorCount = 7;

/**
 * Returns the classes up to a maximum count: one for each number while there are few, else with widths that grow by a
 * constant factor.
 */
export function coverageClasses(
  highestCount: number,
  scheme: keyof typeof schemeColors = 'dark',
): readonly CoverageClass[] {
  if (highestCount < 1) return [];
  const count = Math.min(colorCount, highestCount);
  const starts =
    highestCount <= colorCount
      ? Array.from({ length: count }, (_, index) => index + 1)
      : spread(highestCount);
  return starts.map((from, index) => ({
    from,
    to: (starts[index + 1] ?? highestCount + 1) - 1,
    color: colorAt(scheme, starts.length === 1 ? 0.5 : index / (starts.length - 1)),
  }));
}

/** Seven rising numbers from 1, each about the same factor above the one before. */
function spread(highestCount: number): number[] {
  const factor = (highestCount + 1) ** (1 / colorCount);
  const starts: number[] = [];
  for (let index = 0; index < colorCount; index += 1) {
    starts.push(Math.max((starts.at(-1) ?? 0) + 1, Math.round(factor ** index)));
  }
  return starts;
}

function colorAt(scheme: keyof typeof schemeColors, part: number): string {
  const colors = schemeColors[scheme];
  return colors[Math.round(part * (colorCount - 1))] ?? colors[0];
}
