import { sortedOrder } from '../radix-sort.ts';

/** Detections to be grouped by place; those of one kind may be at one place. */
export type LocatedDetections = {
  readonly longitude: Float64Array;
  readonly latitude: Float64Array;
  /** The kind of each, as a code below 4,096: rows of the grid times codes have to fit into 32 bits. */
  readonly kind: Uint32Array;
};

/** Places at which detections of one kind are, each within the tolerance of the heaviest part of its place. */
export type Places = {
  readonly count: number;
  /** The place of each detection. */
  readonly placeOf: Uint32Array;
  /** Mean position of each place, degrees. */
  readonly longitude: Float64Array;
  readonly latitude: Float64Array;
};

/** Detections or parts that are compared in one step, some ten milliseconds. */
const itemsInStep = 2 ** 16;

/** Work in steps, between which a thread performs other calls. */
export type PlaceSteps<T> = Generator<undefined, T, undefined>;

const metersPerDegree = 111_195;

/**
 * Groups detections by place in linear time: first by leaders half a tolerance apart, then leaders around the heaviest of
 * them. Longitudes of a place are on one side of the antimeridian, so an object on it may be two places.
 */
export function* findPlaces(detections: LocatedDetections, toleranceMeters: number): PlaceSteps<Places> {
  const parts = yield* findLeaders(detections, toleranceMeters / 2);
  yield;
  const placeOfPart = yield* joinParts(parts, toleranceMeters);
  yield;
  return yield* toPlaces(detections, parts.partOf, placeOfPart);
}

type Parts = {
  readonly count: number;
  readonly partOf: Uint32Array;
  readonly longitude: Float64Array;
  readonly latitude: Float64Array;
  readonly kind: Uint32Array;
  readonly members: Uint32Array;
};

/** Indexes by code, row of the grid and longitude, and the row of each. */
function* sortByRow({ longitude, latitude, kind }: LocatedDetections, rowDegrees: number) {
  const { length } = longitude;
  const rows = Math.ceil(180 / rowDegrees) + 1;
  const scale = (2 ** 32 - 1) / 360;
  const byLongitude = sortedOrder(
    Uint32Array.from(longitude, (at) => Math.min(2 ** 32 - 1, Math.max(0, (at + 180) * scale))),
  );
  yield;
  const rowOf = (index: number) =>
    (kind[index] as number) * rows + Math.floor(((latitude[index] as number) + 90) / rowDegrees);
  const keys = new Uint32Array(length);
  for (let at = 0; at < length; at += 1) keys[at] = rowOf(byLongitude[at] as number);
  yield;
  const byRow = sortedOrder(keys);
  yield;
  const order = new Uint32Array(length);
  for (let at = 0; at < length; at += 1) order[at] = byLongitude[byRow[at] as number] as number;
  return { order, rowOf };
}

/** Degrees of longitude within which points at a latitude may be as near as a distance; all around a pole. */
function longitudeReach(latitude: number, reachDegrees: number): number {
  const cosine = Math.cos((Math.min(90, Math.abs(latitude) + reachDegrees) * Math.PI) / 180);
  return cosine * 180 <= reachDegrees ? 180 : reachDegrees / cosine;
}

/** The squared distance in degrees of latitude, on a plane at the first latitude. */
function squaredDistance(x: number, y: number, otherX: number, otherY: number): number {
  const dy = otherY - y;
  const dx = (otherX - x) * Math.cos((y * Math.PI) / 180);
  return dx * dx + dy * dy;
}

/** Gives each detection the first leader within reach, and makes it a leader where there is none. */
function* findLeaders(detections: LocatedDetections, reachMeters: number): PlaceSteps<Parts> {
  const { longitude, latitude, kind } = detections;
  const reach = reachMeters / metersPerDegree;
  const { order, rowOf } = yield* sortByRow(detections, reach);
  yield;
  const { length } = longitude;
  const partOf = new Uint32Array(length);
  const leaders = new Uint32Array(length);
  const members = new Uint32Array(length);
  const sumX = new Float64Array(length);
  const sumY = new Float64Array(length);
  let count = 0;
  let [row, rowStart, formerStart, formerEnd] = [-1, 0, 0, 0];
  for (let at = 0; at < length; at += 1) {
    if (at % itemsInStep === 0) yield;
    const index = order[at] as number;
    const [x, y] = [longitude[index] as number, latitude[index] as number];
    const ownRow = rowOf(index);
    if (ownRow !== row) {
      [formerStart, formerEnd] = ownRow === row + 1 ? [rowStart, count] : [count, count];
      row = ownRow;
      rowStart = count;
    }
    const reachX = longitudeReach(y, reach);
    let part = -1;
    while (formerStart < formerEnd && (longitude[leaders[formerStart] as number] as number) < x - reachX)
      formerStart += 1;
    for (let near = formerStart; near < formerEnd && part < 0; near += 1) {
      const leader = leaders[near] as number;
      const leaderX = longitude[leader] as number;
      if (leaderX > x + reachX) break;
      if (squaredDistance(x, y, leaderX, latitude[leader] as number) <= reach * reach) part = near;
    }
    for (let near = count - 1; near >= rowStart && part < 0; near -= 1) {
      const leader = leaders[near] as number;
      const leaderX = longitude[leader] as number;
      if (leaderX < x - reachX) break;
      if (squaredDistance(x, y, leaderX, latitude[leader] as number) <= reach * reach) part = near;
    }
    if (part < 0) {
      part = count;
      leaders[count] = index;
      count += 1;
    }
    partOf[index] = part;
    members[part] = (members[part] as number) + 1;
    sumX[part] = (sumX[part] as number) + x;
    sumY[part] = (sumY[part] as number) + y;
  }
  for (let part = 0; part < count; part += 1) {
    sumX[part] = (sumX[part] as number) / (members[part] as number);
    sumY[part] = (sumY[part] as number) / (members[part] as number);
  }
  return {
    count,
    partOf,
    longitude: sumX.subarray(0, count),
    latitude: sumY.subarray(0, count),
    kind: Uint32Array.from(leaders.subarray(0, count), (leader) => kind[leader] as number),
    members: members.subarray(0, count),
  };
}

/** Joins each part with the parts within reach, the heaviest first; returns the place of each part. */
function* joinParts(parts: Parts, reachMeters: number): PlaceSteps<Uint32Array> {
  const { count, longitude, latitude, members } = parts;
  const reach = reachMeters / metersPerDegree;
  const { order, rowOf } = yield* sortByRow(parts, reach);
  yield;
  const x = new Float64Array(count);
  const starts = new Map<number, number>();
  const ends = new Map<number, number>();
  for (let at = 0; at < count; at += 1) {
    if (at % itemsInStep === 0) yield;
    const part = order[at] as number;
    x[at] = longitude[part] as number;
    const row = rowOf(part);
    if (!starts.has(row)) starts.set(row, at);
    ends.set(row, at + 1);
  }
  yield;
  const heaviest = sortedOrder(Uint32Array.from(members, (weight) => 2 ** 32 - 1 - weight));
  const none = 2 ** 32 - 1;
  const placeOf = new Uint32Array(count).fill(none);
  let places = 0;
  for (let rank = 0; rank < count; rank += 1) {
    if (rank % itemsInStep === 0) yield;
    const part = heaviest[rank] as number;
    if (placeOf[part] !== none) continue;
    placeOf[part] = places;
    const [partX, partY] = [longitude[part] as number, latitude[part] as number];
    const reachX = longitudeReach(partY, reach);
    const row = rowOf(part);
    for (let near = row - 1; near <= row + 1; near += 1) {
      const end = ends.get(near);
      if (end === undefined) continue;
      for (let at = lowerBound(x, starts.get(near) ?? end, end, partX - reachX); at < end; at += 1) {
        if ((x[at] as number) > partX + reachX) break;
        const other = order[at] as number;
        if (placeOf[other] !== none) continue;
        const squared = squaredDistance(partX, partY, x[at] as number, latitude[other] as number);
        if (squared <= reach * reach) placeOf[other] = places;
      }
    }
    places += 1;
  }
  return placeOf;
}

function lowerBound(sorted: Float64Array, start: number, end: number, least: number): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* toPlaces(
  { longitude, latitude }: LocatedDetections,
  partOf: Uint32Array,
  placeOfPart: Uint32Array,
): PlaceSteps<Places> {
  const placeOf = partOf.map((part) => placeOfPart[part] as number);
  const count = placeOfPart.reduce((most, place) => Math.max(most, place + 1), 0);
  const places = {
    count,
    placeOf,
    longitude: new Float64Array(count),
    latitude: new Float64Array(count),
  };
  const members = new Uint32Array(count);
  for (let index = 0; index < placeOf.length; index += 1) {
    if (index % itemsInStep === 0) yield;
    const place = placeOf[index] as number;
    places.longitude[place] = (places.longitude[place] as number) + (longitude[index] as number);
    places.latitude[place] = (places.latitude[place] as number) + (latitude[index] as number);
    members[place] = (members[place] as number) + 1;
  }
  for (let place = 0; place < count; place += 1) {
    places.longitude[place] = (places.longitude[place] as number) / (members[place] as number);
    places.latitude[place] = (places.latitude[place] as number) / (members[place] as number);
  }
  return places;
}
