/** A sample file for the import of areas. The name promises the verdict: `accept--`, `fix--` or `reject--`. */
export type AreaSample = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The codes of its notes, and of its error, in no order. */
  readonly codes: readonly string[];
  /** How many areas come of it. */
  readonly areas: number;
};

/** A sample of text in UTF-8, or of bytes as they are. */
export function sample(
  name: string,
  content: string | Uint8Array,
  codes: readonly string[] = [],
  areas: number = name.startsWith('reject--') ? 0 : 1,
): AreaSample {
  return {
    name,
    bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
    codes,
    areas,
  };
}

/** The outline of a box as a closed, anticlockwise ring. */
export function box(west: number, south: number, east: number, north: number): [number, number][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** A ring as `x y, x y`. */
export function wktRing(ring: readonly (readonly number[])[]): string {
  return `(${ring.map((position) => position.join(' ')).join(', ')})`;
}

/** A ring as the coordinates of KML. */
export function kmlRing(ring: readonly (readonly number[])[]): string {
  return ring.map((position) => position.join(',')).join(' ');
}
