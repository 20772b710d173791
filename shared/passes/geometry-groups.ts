import { signedAngleBetween } from '../geo/directions.ts';
import { boundsIntersect } from '../geo/region.ts';
import { computeOverlap, type Outline } from './footprint-overlap.ts';
import type { GeometryTolerance, PassImage } from './pass.ts';

/** An image with its prepared footprint; null without a usable one. */
export type ImageWithOutline = { readonly image: PassImage; readonly outline: Outline | null };

/** Groups of images, as indexes into the input. */
export type ImageGroups = {
  /** Members in order of time; the first is the leader of the group. */
  readonly groups: readonly (readonly number[])[];
  /** Images that lack the values needed for grouping. */
  readonly unknown: readonly number[];
};

/** Steps of a grouping, between which other work can be done. */
export type GroupingSteps = Generator<undefined, ImageGroups, undefined>;

/**
 * Groups images of similar geometry: same sensor type, mode and polarization (two absent values are equal), incidence
 * and azimuth within the tolerance, over the same location. The earliest image leads its group, and every member is
 * similar to the leader. An image joins the matching group nearest in angles. So small differences do not add up along
 * a chain. Without both angles and a footprint, similarity is unknown. Yields every ten milliseconds or so.
 */
export function groupByGeometry(
  images: readonly ImageWithOutline[],
  tolerance: GeometryTolerance,
): GroupingSteps {
  return buildGroups(images, {
    isKnown: ({ image, outline }) =>
      outline !== null && image.incidenceAngle !== null && image.azimuthAngle !== null,
    kindOf: ({ image }) => JSON.stringify([image.sensorType, image.sensorMode, image.polarization]),
    distance: (one, other) => {
      const angles = anglesApart(one.image, other.image, tolerance);
      return angles !== null && sharesGround(one, other, tolerance.overlap) ? angles : null;
    },
  });
}

/**
 * Groups images of the same location, whatever their geometry: each overlaps the earliest of its group. Yields like
 * `groupByGeometry`.
 */
export function groupByLocation(images: readonly ImageWithOutline[], overlap: number): GroupingSteps {
  return buildGroups(images, {
    isKnown: ({ outline }) => outline !== null,
    kindOf: () => '',
    distance: (one, other) => {
      const share = sharedShare(one, other);
      return share > 0 && share >= overlap ? 1 - share : null;
    },
  });
}

/** Returns the angular distance in units of the tolerance, or null when it is exceeded. */
function anglesApart(one: PassImage, other: PassImage, tolerance: GeometryTolerance): number | null {
  const incidence = Math.abs((one.incidenceAngle ?? Number.NaN) - (other.incidenceAngle ?? Number.NaN));
  const azimuth = Math.abs(
    signedAngleBetween(one.azimuthAngle ?? Number.NaN, other.azimuthAngle ?? Number.NaN),
  );
  if (!(incidence <= tolerance.incidence && azimuth <= tolerance.azimuth)) return null;
  const part = (difference: number, maxDifference: number) =>
    maxDifference === 0 ? 0 : difference / maxDifference;
  return Math.hypot(part(incidence, tolerance.incidence), part(azimuth, tolerance.azimuth));
}

function sharesGround(one: ImageWithOutline, other: ImageWithOutline, overlap: number): boolean {
  const share = sharedShare(one, other);
  return share > 0 && share >= overlap;
}

/** Returns the shared area as a share of the smaller footprint. */
function sharedShare({ outline: one }: ImageWithOutline, { outline: other }: ImageWithOutline): number {
  if (!one || !other || !boundsIntersect(one.region, other.region)) return 0;
  const { ofFirst, ofSecond } = computeOverlap(one, other);
  return Math.max(ofFirst, ofSecond);
}

type GroupingRule = {
  isKnown(item: ImageWithOutline): boolean;
  /** Only images of the same kind can be in a group. */
  kindOf(item: ImageWithOutline): string;
  /** Distance between two images; null when they do not belong together. */
  distance(leader: ImageWithOutline, item: ImageWithOutline): number | null;
};

/** Images that are compared with the leaders of groups in one step. */
const imagesInStep = 128;

/** Adds each image, earliest first, to the nearest group whose leader it matches, or starts a new group. */
function* buildGroups(items: readonly ImageWithOutline[], rule: GroupingRule): GroupingSteps {
  const order = items
    .map((_, index) => index)
    .sort((one, other) => timeOf(items[one]) - timeOf(items[other]) || one - other);
  const groups: number[][] = [];
  const unknown: number[] = [];
  const leaders = new Map<string, number[]>();
  for (const [rank, index] of order.entries()) {
    if (rank % imagesInStep === 0) yield;
    const item = items[index];
    if (!item) continue;
    if (!rule.isKnown(item)) {
      unknown.push(index);
      continue;
    }
    const kind = rule.kindOf(item);
    const cells = cellsOf(item).map((cell) => `${cell} ${kind}`);
    const group = nearestGroup(items, groups, new Set(cells.flatMap((cell) => leaders.get(cell) ?? [])), {
      item,
      rule,
    });
    if (group !== undefined) {
      groups[group]?.push(index);
      continue;
    }
    const added = groups.push([index]) - 1;
    for (const cell of cells) {
      const known = leaders.get(cell);
      if (known) known.push(added);
      else leaders.set(cell, [added]);
    }
  }
  return { groups, unknown };
}

function nearestGroup(
  items: readonly ImageWithOutline[],
  groups: readonly (readonly number[])[],
  candidates: ReadonlySet<number>,
  { item, rule }: { readonly item: ImageWithOutline; readonly rule: GroupingRule },
): number | undefined {
  let nearest: number | undefined;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const leader = items[groups[candidate]?.[0] ?? -1];
    const distance = leader ? rule.distance(leader, item) : null;
    if (distance !== null && distance < nearestDistance) {
      nearest = candidate;
      nearestDistance = distance;
    }
  }
  return nearest;
}

/** Images without a time come last. */
function timeOf(item: ImageWithOutline | undefined): number {
  return item?.image.startedAt ?? Number.MAX_SAFE_INTEGER;
}

/** Cell size in degrees; footprints are some tens of kilometers wide. */
const cellSize = 2;

/** Returns the cells of a world grid that the footprint's bounding box touches. */
function cellsOf({ outline }: ImageWithOutline): number[] {
  if (!outline) return [];
  const { longitudeSpans, south, north } = outline.region;
  const cells: number[] = [];
  for (const [west, east] of longitudeSpans) {
    for (
      let row = Math.floor((south + 90) / cellSize);
      row <= Math.floor((north + 90) / cellSize);
      row += 1
    ) {
      for (
        let column = Math.floor((west + 180) / cellSize);
        column <= Math.floor((east + 180) / cellSize);
        column += 1
      ) {
        cells.push(row * 1000 + column);
      }
    }
  }
  return cells;
}
