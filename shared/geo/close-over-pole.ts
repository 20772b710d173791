import type { Position } from 'geojson';
import type { SimpleGeometry } from './flatten-geometry.ts';
import { unwrapLongitudes } from './longitude.ts';

/**
 * A ring that goes around a pole or through it as a ring of degrees that covers the same ground: along the outline, then
 * over ±90°, as RFC 7946 writes a shape that is cut at the antimeridian. Positions are `[longitude, latitude]`, longitudes
 * continuous. Undefined for other rings, and for one that is not closed.
 *
 * A ring around a pole holds the pole of its own hemisphere: no image and no area is larger than half of the Earth.
 */
export function closeOverPole(ring: readonly Position[]): Position[] | undefined {
  if (!mayReachPole(ring) || !isSamePlace(ring[0] ?? [], ring.at(-1) ?? [])) return undefined;
  const open = withEdgeOverPole(ring.slice(0, -1));
  if (open.some(isPole)) return cutAtPoles(open);
  // Some write the start a turn later before they write it again.
  const isRepeated = isSamePlace(ring[0] ?? [], open.at(-1) ?? []);
  return cutAroundPole(ring) ?? (isRepeated ? cutAroundPole(open) : undefined);
}

/** A geometry with the rings that reach a pole closed over it, and a note on it; undefined where there is none. */
export function closePolygonsOverPole<Shape extends SimpleGeometry>(
  geometry: Shape,
): { readonly geometry: Shape; readonly note: string } | undefined {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return undefined;
  let pole: 'North' | 'South' | undefined;
  const close = (ring: Position[]): Position[] => {
    const closed = closeOverPole(ring);
    if (!closed || isSameRing(closed, ring)) return ring;
    pole ??= closed.some(([, latitude]) => latitude === 90) ? 'North' : 'South';
    return closed;
  };
  const coordinates =
    geometry.type === 'Polygon'
      ? geometry.coordinates.map(close)
      : geometry.coordinates.map((rings) => rings.map(close));
  const note = `goes around or through the ${pole} Pole; it is closed over it`;
  return pole && { geometry: { ...geometry, coordinates }, note };
}

function isSameRing(one: readonly Position[], other: readonly Position[]): boolean {
  return (
    one.length === other.length &&
    one.every((position, index) => position[0] === other[index]?.[0] && position[1] === other[index]?.[1])
  );
}

/** Whether a ring has a corner at a pole, a step of half a turn or more, or ends on another turn: few have. */
function mayReachPole(ring: readonly Position[]): boolean {
  let previous = ring.at(-1)?.[0] ?? Number.NaN;
  return ring.some((position) => {
    const [longitude = Number.NaN] = position;
    const step = Math.abs(longitude - previous);
    previous = longitude;
    return step >= 180 || isPole(position);
  });
}

/** Ground nearer to a pole than this may be seen by one image on both sides of it. */
const polarLatitude = 60;

/**
 * A ring with the corners at the pole that an edge runs through which ends half a turn from its start. A ring with
 * several such edges, with corners at the pole, or whose edge joins two meridians along one parallel is a box of degrees
 * and has none of them.
 */
function withEdgeOverPole(open: readonly Position[]): Position[] {
  const over = open.flatMap((position, index) => {
    const [longitude = Number.NaN, latitude = Number.NaN] = position;
    const [before = Number.NaN, height = Number.NaN] = open.at(index - 1) ?? [];
    const isOpposite = Math.abs(longitude - before) === 180 && !isPole(position) && !isPole([before, height]);
    const isPolar = Math.min(latitude * Math.sign(height), Math.abs(height)) >= polarLatitude;
    const isOfBox =
      latitude === height &&
      open.at(index - 2)?.[0] === before &&
      open[(index + 1) % open.length]?.[0] === longitude;
    return isOpposite
      ? [{ index, pole: isPolar ? 90 * Math.sign(latitude) : 0, before, longitude, isOfBox }]
      : [];
  });
  const [edge] = over;
  if (!edge || over.length > 1 || edge.pole === 0 || edge.isOfBox || open.some(isPole)) return [...open];
  return open.toSpliced(edge.index, 0, [edge.before, edge.pole], [edge.longitude, edge.pole]);
}

/** Whether a position is a pole, where its longitude means nothing. */
export function isPole([, latitude = Number.NaN]: Position): boolean {
  return Math.abs(latitude) === 90;
}

/**
 * Whether an edge only closes a ring over a pole in the plane: along ±90°, and of a ring around the pole also along the
 * meridian where it begins. Latitudes of its ends in degrees; `span` is the difference of the ring's outermost longitudes.
 */
export function isClosingEdge(span: number, from: number, to: number): boolean {
  const [one, other] = [Math.abs(from) >= 90, Math.abs(to) >= 90];
  return span >= 360 ? one || other : one && other;
}

/** Whether two positions are equal, also on different turns around the Earth. */
function isSamePlace(one: Position, other: Position): boolean {
  const turns = ((other[0] ?? Number.NaN) - (one[0] ?? Number.NaN)) / 360;
  return one[1] === other[1] && Math.abs(turns - Math.round(turns)) < 1e-12;
}

/** A ring that ends a whole turn from its start, begun anew at the antimeridian; undefined for any other. */
function cutAroundPole(ring: readonly Position[]): Position[] | undefined {
  const longitudes = unwrapLongitudes(ring);
  // Rounded, since adding whole turns loses the last digit.
  const turn = Math.round(((longitudes.at(-1) ?? 0) - (longitudes[0] ?? 0)) / 360);
  if (Math.abs(turn) !== 1) return undefined;
  const line = ring.map(([, latitude = Number.NaN], index): Position => [longitudes[index] ?? 0, latitude]);
  const eastward = turn > 0 ? line : line.toReversed();
  const pole = meanLatitude(eastward) < 0 ? -90 : 90;
  const outline = fromAntimeridian(eastward);
  return [...outline, [180, pole], [-180, pole], outline[0] ?? []];
}

/** The mean latitude along a line that goes a whole turn to the east. */
function meanLatitude(line: readonly Position[]): number {
  let sum = 0;
  for (const [index, [longitude = 0, latitude = 0]] of line.entries()) {
    const [west = longitude, before = latitude] = line[index - 1] ?? [];
    sum += ((before + latitude) / 2) * (longitude - west);
  }
  return sum / 360;
}

/** A line that goes a whole turn to the east, as one from −180° to 180°. */
function fromAntimeridian(line: readonly Position[]): Position[] {
  const [start = 0] = line[0] ?? [];
  const meridian = 360 * Math.ceil((start - 180) / 360) + 180;
  const at = line.findIndex(([longitude = 0]) => longitude >= meridian);
  const [[west = 0, south = 0], [east = 0, north = 0]] = [line[at - 1] ?? line[at] ?? [], line[at] ?? []];
  const latitude = east === west ? north : south + ((north - south) * (meridian - west)) / (east - west);
  const behind = line
    .slice(at)
    .map(([longitude = 0, height = 0]): Position => [longitude - meridian - 180, height]);
  const before = line
    .slice(1, at)
    .map(([longitude = 0, height = 0]): Position => [longitude - meridian + 180, height]);
  const between = [...behind, ...before].filter(([longitude]) => longitude !== -180 && longitude !== 180);
  return [[-180, latitude], ...between, [180, latitude]];
}

/**
 * A ring with corners at a pole: each run of them becomes an edge along ±90° between the meridians by which the ring
 * arrives and leaves. The others are continuous from pole to pole.
 */
function cutAtPoles(open: readonly Position[]): Position[] | undefined {
  const start = open.findIndex((position, index) => isPole(open.at(index - 1) ?? []) && !isPole(position));
  if (start < 0) return undefined;
  const turned = [...open.slice(start), ...open.slice(0, start)];
  const longitudes = unwrapLongitudes(turned.filter((position) => !isPole(position)));
  const [first = 0] = longitudes;
  const cut: Position[] = [];
  let at = 0;
  for (const [index, [, latitude = Number.NaN]] of turned.entries()) {
    const isAtPole = Math.abs(latitude) === 90;
    const arrival = longitudes[at - 1] ?? first;
    if (!isAtPole) {
      cut.push([longitudes[at] ?? first, latitude]);
      at += 1;
    } else if (!isPole(turned[index - 1] ?? [])) {
      cut.push(...edgeAlongPole(arrival, longitudes[at] ?? first, latitude));
    }
  }
  return [...cut, cut[0] ?? []];
}

/** From one meridian to another, in steps of half a turn at most, since longer ones would go the other way round. */
function edgeAlongPole(from: number, to: number, pole: number): Position[] {
  const width = Math.abs(to - from);
  const between: Position[] = width > 180 && width < 360 ? [[(from + to) / 2, pole]] : [];
  return [[from, pole], ...between, [to, pole]];
}
