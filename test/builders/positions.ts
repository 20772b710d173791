/** The closed ring of a rectangle in degrees, anticlockwise from its south-western corner. */
export function rectangleRing(west: number, south: number, east: number, north: number): [number, number][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** A rectangle in degrees. */
export function rectangle(west: number, south: number, east: number, north: number) {
  return { type: 'Polygon' as const, coordinates: [rectangleRing(west, south, east, north)] };
}

/** A square with sides of some degrees. */
export function square(west: number, south: number, side = 1) {
  return rectangle(west, south, west + side, south + side);
}

/** Reads positions from a text such as `0 0, 2 2, 2 0`, as the positions of WKT. */
export function positions(text: string): [number, number][] {
  return text.split(', ').map((position) => {
    const [x = Number.NaN, y = Number.NaN] = position.split(' ').map(Number);
    return [x, y];
  });
}
