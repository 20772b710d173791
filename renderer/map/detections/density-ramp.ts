import { colorComponents, mapColors } from '../map-colors.ts';

/** The number of colors of the density view, see `mapColorsOf`. */
export const densityRampLength = 5;

/** The colors of the density view as red, green and blue, 0…1, one after another. */
export function rampComponents(): Float32Array {
  return Float32Array.from(mapColors().densityRamp.flatMap(colorComponents));
}

/** The count at the end of the ramp for a maximum count: 10, 20, 50, 100, 200, … */
export function topOfRamp(highestCount: number): number {
  for (let power = 10; ; power *= 10) {
    for (const step of [1, 2, 5]) if (highestCount <= step * power) return step * power;
  }
}
