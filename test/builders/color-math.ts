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

const white: Rgb = [0.95047, 1, 1.08883];

/** Linear sRGB in CIELAB for the D65 white point (CIE 15:2018). */
export function labOf([red, green, blue]: Rgb): Rgb {
  const xyz: Rgb = [
    0.4124564 * red + 0.3575761 * green + 0.1804375 * blue,
    0.2126729 * red + 0.7151522 * green + 0.072175 * blue,
    0.0193339 * red + 0.119192 * green + 0.9503041 * blue,
  ];
  const [x, y, z] = xyz.map((value, index) => {
    const share = value / (white[index] as number);
    return share > (6 / 29) ** 3 ? Math.cbrt(share) : share / (3 * (6 / 29) ** 2) + 4 / 29;
  }) as [number, number, number];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/**
 * The color difference CIEDE2000 (Sharma, Wu, Dalal: "The CIEDE2000 color-difference formula", Color Research and
 * Application 30, 2005), with all weights 1.
 */
export function ciede2000([l1, a1, b1]: Rgb, [l2, a2, b2]: Rgb): number {
  const meanChroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(meanChroma ** 7 / (meanChroma ** 7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const [h1, h2] = [hueOf(p1, b1), hueOf(p2, b2)];
  const isGray = c1 * c2 === 0;
  const turn = h2 - h1;
  const hueStep = isGray ? 0 : Math.abs(turn) <= 180 ? turn : turn > 180 ? turn - 360 : turn + 360;
  const hueDifference = 2 * Math.sqrt(c1 * c2) * sine(hueStep / 2);
  const [lightness, chroma] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const sum = h1 + h2;
  const hue = isGray ? sum : Math.abs(turn) <= 180 ? sum / 2 : sum < 360 ? sum / 2 + 180 : sum / 2 - 180;
  const t =
    1 -
    0.17 * sine(hue + 60) +
    0.24 * sine(2 * hue + 90) +
    0.32 * sine(3 * hue + 96) -
    0.2 * sine(4 * hue + 27);
  const spread = 30 * Math.exp(-(((hue - 275) / 25) ** 2));
  const lightnessScale = 1 + (0.015 * (lightness - 50) ** 2) / Math.sqrt(20 + (lightness - 50) ** 2);
  const chromaScale = 1 + 0.045 * chroma;
  const hueScale = 1 + 0.015 * chroma * t;
  const rotation = -sine(2 * spread) * 2 * Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
  const [l, c, h] = [(l2 - l1) / lightnessScale, (c2 - c1) / chromaScale, hueDifference / hueScale];
  return Math.sqrt(l * l + c * c + h * h + rotation * c * h);
}

function hueOf(a: number, b: number): number {
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  return degrees < 0 ? degrees + 360 : degrees;
}

function sine(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}

type Matrix = readonly [Rgb, Rgb, Rgb];

export function multiply(matrix: Matrix, [x, y, z]: Rgb): Rgb {
  const [red, green, blue] = matrix.map(([a, b, c]) => a * x + b * y + c * z) as [number, number, number];
  return [red, green, blue];
}

/** Light that a screen can show. */
export function clipped(color: Rgb): Rgb {
  const [red, green, blue] = color.map((value) => Math.min(1, Math.max(0, value))) as [
    number,
    number,
    number,
  ];
  return [red, green, blue];
}
