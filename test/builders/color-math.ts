/** Red, green and blue, 0…1: of light (linear), or of the screen (gamma-encoded). */
export type Rgb = readonly [number, number, number];

/** `#rrggbb` as linear light (IEC 61966-2-1, the sRGB curve). */
export function linearOf(hex: string): Rgb {
  const channel = (at: number) => {
    const encoded = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** The contrast of two colors by WCAG 2.2, 1…21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export function contrastOf(one: string, other: string): number {
  const [lighter, darker] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = linearOf(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
