/** Corners of a closed line, x to the right, y down; the mark points up. */
export type Ring = readonly (readonly [x: number, y: number])[];

/** The right half of a ring that is symmetric about x = 0, from top to bottom. */
function mirrored(half: Ring): Ring {
  const left = half.filter(([x]) => x !== 0).map(([x, y]): readonly [number, number] => [-x, y]);
  return [...half, ...left.toReversed()];
}

function box(left: number, top: number, right: number, bottom: number): Ring {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

const circle = (radius: number): Ring =>
  Array.from({ length: 24 }, (_, step): readonly [number, number] => [
    radius * Math.sin((step * Math.PI) / 12),
    -radius * Math.cos((step * Math.PI) / 12),
  ]);

/**
 * The shapes of marks in CSS pixels, at the size of a legend and of the map close up. What lies within
 * an odd number of rings is filled. `arrow` is drawn for a disc whose heading is known.
 */
export const symbolShapes = {
  disc: [circle(4.5)],
  dart: [
    mirrored([
      [0, -6.2],
      [4.2, 5.6],
      [0, 3.2],
    ]),
  ],
  hull: [
    mirrored([
      [0, -8.6],
      [1.8, -6.62],
      [2.94, -4.58],
      [3.53, -2.5],
      [3.7, -0.4],
      [3.7, 8],
    ]),
  ],
  'hollow-hull': [
    mirrored([
      [0, -8.8],
      [1.95, -6.7],
      [3.21, -4.58],
      [3.9, -2.42],
      [4.1, -0.2],
      [4.1, 8.2],
    ]),
    mirrored([
      [0, -4.4],
      [1.08, -2.28],
      [1.4, 0],
      [1.4, 5.2],
    ]),
  ],
  square: [box(-4.4, -4.4, 4.4, 4.4)],
  plane: [
    mirrored([
      [0, -7],
      [1.5, -2.2],
      [7.2, 1.6],
      [7.2, 3.6],
      [1.4, 1.8],
      [1.1, 4.8],
      [3, 6.4],
      [3, 7.8],
      [0, 6.9],
    ]),
  ],
  diamond: [
    mirrored([
      [0, -6],
      [6, 0],
      [0, 6],
    ]),
  ],
  pill: [
    mirrored([
      [3.6, -3],
      [5.1, -2.6],
      [6.2, -1.5],
      [6.6, 0],
      [6.2, 1.5],
      [5.1, 2.6],
      [3.6, 3],
    ]),
  ],
  'hollow-triangle': [
    mirrored([
      [0, -6.6],
      [6.8, 5.4],
    ]),
    mirrored([
      [0, -2.2],
      [3, 3.2],
    ]),
  ],
  'barred-triangle': [
    mirrored([
      [6.2, -3],
      [0, 6.4],
    ]),
    box(-6.2, -6.4, 6.2, -4.6),
  ],
  arrow: [
    mirrored([
      [0, -11],
      [5.2, 1.4],
      [5.2, 9],
    ]),
  ],
} as const satisfies Readonly<Record<string, readonly Ring[]>>;

export type ShapeName = keyof typeof symbolShapes;

/** All shapes; their indices are their numbers on the graphics card. */
export const shapeNames = Object.keys(symbolShapes) as ShapeName[];

/** Shapes that turn to the heading of their detection. */
export const headedShapes: readonly ShapeName[] = ['dart', 'hull', 'hollow-hull', 'plane'];

/** A shape as an SVG path, with the even-odd rule. */
export function shapePath(name: ShapeName): string {
  const rings: readonly Ring[] = symbolShapes[name];
  return rings.map((ring) => `M${ring.map((corner) => corner.join(' ')).join('L')}Z`).join('');
}

/** The farthest corner of a shape from its middle. */
export function shapeReach(name: ShapeName): number {
  return Math.max(...symbolShapes[name].flat().map(([x, y]) => Math.hypot(x, y)));
}
