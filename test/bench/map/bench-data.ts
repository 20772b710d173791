import { type DetectionFeed, packX, packY } from '../../../shared/results/detection-feed.ts';

/** Detections as columns, the same for every map. */
export type BenchData = {
  readonly longitude: Float64Array;
  readonly latitude: Float64Array;
  /** 0…3. */
  readonly category: Uint8Array;
  /** Epoch seconds. */
  readonly time: Uint32Array;
  /** 0…1. */
  readonly confidence: Float32Array;
};

/** Colors of the categories, red, green and blue, 0…255. */
export const categoryColors = [
  [255, 180, 84],
  [255, 111, 97],
  [184, 148, 255],
  [165, 214, 90],
] as const;

export const firstTime = 1_790_000_000;
export const lastTime = firstTime + 2_592_000;
/** A page at `?near` has all detections in the view of a port. */
const isNear = globalThis.location?.search === '?near';
/** View of the map: everything is visible. OpenLayers zoom: the world has 256 pixels at 0. */
export const benchView = { longitude: 122, latitude: 22, zoom: isNear ? 9 : 3.4 } as const;
/** Metres of EPSG:3857 per CSS pixel. */
export const benchResolution = (2 * Math.PI * 6_378_137) / 256 / 2 ** benchView.zoom;
/** Around about a third of all. */
export const thirdBox = { west: 100, east: 117.5, south: -10, north: 52 } as const;

/** Detections in 200 clusters between 100° and 150° E, always the same ones. */
export function benchData(count: number): BenchData {
  const next = sequence();
  const data: BenchData = {
    longitude: new Float64Array(count),
    latitude: new Float64Array(count),
    category: new Uint8Array(count),
    time: new Uint32Array(count),
    confidence: new Float32Array(count),
  };
  const centers = Array.from({ length: 200 }, () =>
    isNear
      ? ([121 + next() * 2, 21.4 + next() * 1.2] as const)
      : ([100 + next() * 50, -8 + next() * 58] as const),
  );
  const spread = isNear ? 0.1 : 1;
  for (let index = 0; index < count; index++) {
    const [x, y] = centers[Math.floor(next() * centers.length)] ?? [0, 0];
    data.longitude[index] = x + (next() + next() + next() - 1.5) * 1.5 * spread;
    data.latitude[index] = y + (next() + next() + next() - 1.5) * 1.2 * spread;
    data.category[index] = Math.floor(next() * 4);
    data.time[index] = firstTime + Math.floor(next() * (lastTime - firstTime));
    data.confidence[index] = next();
  }
  return data;
}

/** The same as the feed's columns: what Sightline's map and deck.gl are given. */
export function benchFeed(count: number): DetectionFeed {
  const { longitude, latitude, category, time, confidence } = benchData(count);
  return {
    count,
    version: 1,
    reviewsVersion: 0,
    categories: ['0', '1', '2', '3'],
    id: Uint32Array.from(longitude, (_, index) => index + 1),
    x: Uint32Array.from(longitude, packX),
    y: Uint32Array.from(latitude, packY),
    time,
    category,
    confidence: Uint8Array.from(confidence, (value) => Math.round(value * 254)),
    flags: new Uint8Array(count),
  };
}

/** The filter of a round: a moving window of time, a changing least confidence. */
export function benchFilter(round: number) {
  const from = firstTime + ((round * 7919) % 1_000_000);
  return { from, to: from + 1_200_000, minConfidence: ((round * 37) % 80) / 100 };
}

/** Linear congruential, Numerical Recipes. */
export function sequence(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
