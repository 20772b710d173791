import { clipped, linearOf, multiply, type Rgb } from './color-math.ts';

/**
 * Dichromacy after Viénot, Brettel, Mollon: "Digital video colourmaps for checking the legibility of displays by
 * dichromats", Color Research and Application 24, 1999; matrices for linear sRGB from libDaltonLens.
 */
const vienot = {
  deutan: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
  protan: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
} as const;

/**
 * Tritanopia after Brettel, Viénot, Mollon: "Computerized simulation of color appearance for dichromats", Journal of the
 * Optical Society of America A 14, 1997: two half-planes next to the plane through the neutral axis; matrices for linear
 * sRGB from libDaltonLens.
 */
const brettelTritan = {
  normal: [0.03901, -0.02788, -0.01113],
  above: [
    [1.01277, 0.13548, -0.14826],
    [-0.01243, 0.86812, 0.14431],
    [0.07589, 0.805, 0.11911],
  ],
  below: [
    [0.93678, 0.18979, -0.12657],
    [0.06154, 0.81526, 0.1232],
    [-0.37562, 1.12767, 0.24796],
  ],
} as const;

/**
 * Full severity after Machado, Oliveira, Fernandes: "A Physiologically-based Model for Simulation of Color Vision
 * Deficiency", IEEE Transactions on Visualization and Computer Graphics 15, 2009, table 1, for linear sRGB.
 */
const machado = {
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

/** Color that someone with a color vision deficiency sees for `#rrggbb`, as linear sRGB. */
export const colorVisions = {
  normal: linearOf,
  'deutan, Viénot': (hex: string) => seenBy(vienot.deutan, hex),
  'deutan, Machado': (hex: string) => seenBy(machado.deutan, hex),
  'protan, Viénot': (hex: string) => seenBy(vienot.protan, hex),
  'protan, Machado': (hex: string) => seenBy(machado.protan, hex),
  'tritan, Brettel': (hex: string) => {
    const side = multiply([brettelTritan.normal, [0, 0, 0], [0, 0, 0]], linearOf(hex))[0];
    return seenBy(side >= 0 ? brettelTritan.above : brettelTritan.below, hex);
  },
  'tritan, Machado': (hex: string) => seenBy(machado.tritan, hex),
} as const satisfies Readonly<Record<string, (hex: string) => Rgb>>;

function seenBy(matrix: readonly [Rgb, Rgb, Rgb], hex: string): Rgb {
  return clipped(multiply(matrix, linearOf(hex)));
}
