/**
 * A sample file for the import of areas. The prefix of the name is the expected verdict: `accept--`, `fix--` or
 * `reject--`.
 */
export type AreaSample = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The codes of its notes and its error, in any order. */
  readonly codes: readonly string[];
  /** Expected number of areas. */
  readonly areas: number;
};

/** Creates a sample of UTF-8 text or bytes. */
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

/** A ring as `x y, x y`. */
export function wktRing(ring: readonly (readonly number[])[]): string {
  return `(${ring.map((position) => position.join(' ')).join(', ')})`;
}

/** A ring as the coordinates of KML. */
export function kmlRing(ring: readonly (readonly number[])[]): string {
  return ring.map((position) => position.join(',')).join(' ');
}
