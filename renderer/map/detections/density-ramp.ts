/** Colors of the density view, `#rrggbb`, from a count of one to the highest, evenly over its logarithm. */
export const densityRamp = ['#23457c', '#23789c', '#2fb0a0', '#9bd65f', '#fff3a3'] as const;

/** The colors as red, green and blue, 0…1, one after another. */
export function rampComponents(): Float32Array {
  return Float32Array.from(
    densityRamp.flatMap((color) => {
      const rgb = Number.parseInt(color.slice(1), 16);
      return [rgb >> 16, (rgb >> 8) & 255, rgb & 255].map((part) => part / 255);
    }),
  );
}

/** The count at the end of the ramp for a maximum count: 10, 20, 50, 100, 200, … */
export function topOfRamp(highestCount: number): number {
  for (let power = 10; ; power *= 10) {
    for (const step of [1, 2, 5]) if (highestCount <= step * power) return step * power;
  }
}
