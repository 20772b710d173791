/** A name and its place in degrees; a lower rank, from 1, is shown from farther away. */
export type NamedPlace = readonly [name: string, longitude: number, latitude: number, rank: number];
