import type { Position } from 'geojson';

const mostBands = 256;
/** Bands are chosen so that an edge stands in so many of them on average at most. */
const bandsPerEdge = 8;

/** A closed ring whose edges are sorted into bands of latitude, to ask many times whether a position lies inside. */
export class BandedRing {
  readonly #ring: readonly Position[];
  readonly #bands: readonly number[][];
  readonly #south: number;
  readonly #height: number;

  constructor(ring: readonly Position[]) {
    let [south, north, travel] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    let previous = ring[0]?.[1] ?? 0;
    for (const [, latitude = Number.NaN] of ring) {
      south = Math.min(south, latitude);
      north = Math.max(north, latitude);
      travel += Math.abs(latitude - previous);
      previous = latitude;
    }
    this.#ring = ring;
    this.#south = south;
    const wanted = Math.floor((bandsPerEdge * ring.length * (north - south)) / travel);
    const count = Math.max(1, Math.min(mostBands, ring.length, Number.isFinite(wanted) ? wanted : 1));
    this.#height = (north - south) / count;
    const bands = Array.from({ length: count }, (): number[] => []);
    for (let index = 1; index < ring.length; index += 1) {
      const [from, to] = [ring[index - 1]?.[1] ?? 0, ring[index]?.[1] ?? 0];
      const last = this.#bandAt(Math.max(from, to), count);
      for (let band = this.#bandAt(Math.min(from, to), count); band <= last; band += 1)
        bands[band]?.push(index);
    }
    this.#bands = bands;
  }

  /** How many edges `contains` has to look at. */
  edgesBeside([, latitude = Number.NaN]: Position): number {
    return this.#bands[this.#bandAt(latitude, this.#bands.length)]?.length ?? 0;
  }

  /** Whether a position lies inside, by counting edges to the east of it; on an edge it may be either. */
  contains([x = Number.NaN, y = Number.NaN]: Position): boolean {
    let isInside = false;
    for (const index of this.#bands[this.#bandAt(y, this.#bands.length)] ?? []) {
      const [fromX = Number.NaN, fromY = Number.NaN] = this.#ring[index - 1] ?? [];
      const [toX = Number.NaN, toY = Number.NaN] = this.#ring[index] ?? [];
      const spansLatitude = toY > y !== fromY > y;
      if (spansLatitude && x < toX + ((y - toY) / (fromY - toY)) * (fromX - toX)) isInside = !isInside;
    }
    return isInside;
  }

  #bandAt(latitude: number, count: number): number {
    const band = Math.floor((latitude - this.#south) / this.#height);
    return Number.isNaN(band) ? 0 : Math.max(0, Math.min(count - 1, band));
  }
}
