/** Colours of the density view from one detection to the most, `#rrggbb`, evenly over the logarithm of the count. */
export const densityRamp = ['#23457c', '#23789c', '#2fb0a0', '#9bd65f', '#fff3a3'] as const;

/** The colours as red, green and blue, 0…1, one after another. */
export function rampComponents(): Float32Array {
  return Float32Array.from(
    densityRamp.flatMap((color) => {
      const rgb = Number.parseInt(color.slice(1), 16);
      return [rgb >> 16, (rgb >> 8) & 255, rgb & 255].map((part) => part / 255);
    }),
  );
}

/** The count at the end of the ramp for a maximum count: 10, 20, 50, 100, 200, … */
export function topOfRamp(fullest: number): number {
  for (let power = 10; ; power *= 10) {
    for (const step of [1, 2, 5]) if (fullest <= step * power) return step * power;
  }
}
