import { mayMeet } from '../geo/region.ts';
import { turnBetween } from './angles.ts';
import { type Outline, overlapOf } from './footprint-overlap.ts';
import type { GeometryTolerance, PassImage } from './pass.ts';

/** An image with its footprint made ready to be laid over others; null without one that can be used. */
export type PlacedImage = { readonly image: PassImage; readonly outline: Outline | null };

/** Places of images in the list that was given. */
export type ImageGroups = {
  /** Members in the order of their time; the first is the one the group was gathered around. */
  readonly groups: readonly (readonly number[])[];
  /** Images that say too little of themselves to be told similar to others. */
  readonly unknown: readonly number[];
};

/**
 * Images of similar geometry: of the same sensor type, mode and polarization (not stating one is like not stating it),
 * incidence and azimuth within the tolerance, over the same place. Each group is gathered around its earliest image,
 * to which every other is similar; of several that fit, an image joins the one nearest in angles. So no chain of
 * small differences ends in a great one. Without both angles and a footprint, similarity is unknown.
 */
export function geometryGroups(images: readonly PlacedImage[], tolerance: GeometryTolerance): ImageGroups {
  return gather(images, {
    isKnown: ({ image, outline }) =>
      outline !== null && image.incidenceAngle !== null && image.azimuthAngle !== null,
    kindOf: ({ image }) => JSON.stringify([image.sensorType, image.sensorMode, image.polarization]),
    apart: (one, other) => {
      const angles = anglesApart(one.image, other.image, tolerance);
      return angles !== null && sharesGround(one, other, tolerance.overlap) ? angles : null;
    },
  });
}

/** Images of the same place, whatever their geometry: each shares ground with the earliest of its group. */
export function placeGroups(images: readonly PlacedImage[], overlap: number): ImageGroups {
  return gather(images, {
    isKnown: ({ outline }) => outline !== null,
    kindOf: () => '',
    apart: (one, other) => {
      const share = sharedShare(one, other);
      return share > 0 && share >= overlap ? 1 - share : null;
    },
  });
}

/** How far the angles lie apart in parts of the tolerance, or null when they are not within it. */
function anglesApart(one: PassImage, other: PassImage, tolerance: GeometryTolerance): number | null {
  const incidence = Math.abs((one.incidenceAngle ?? Number.NaN) - (other.incidenceAngle ?? Number.NaN));
  const azimuth = Math.abs(turnBetween(one.azimuthAngle ?? Number.NaN, other.azimuthAngle ?? Number.NaN));
  if (!(incidence <= tolerance.incidence && azimuth <= tolerance.azimuth)) return null;
  const part = (difference: number, most: number) => (most === 0 ? 0 : difference / most);
  return Math.hypot(part(incidence, tolerance.incidence), part(azimuth, tolerance.azimuth));
}

function sharesGround(one: PlacedImage, other: PlacedImage, overlap: number): boolean {
  const share = sharedShare(one, other);
  return share > 0 && share >= overlap;
}

/** What both share of the smaller one. */
function sharedShare({ outline: one }: PlacedImage, { outline: other }: PlacedImage): number {
  if (!one || !other || !mayMeet(one.region, other.region)) return 0;
  const { ofFirst, ofSecond } = overlapOf(one, other);
  return Math.max(ofFirst, ofSecond);
}

type Likeness = {
  isKnown(item: PlacedImage): boolean;
  /** Only images of one kind can be alike. */
  kindOf(item: PlacedImage): string;
  /** How unlike two are; null when they do not belong together. */
  apart(leader: PlacedImage, item: PlacedImage): number | null;
};

/** Puts each image to the nearest group whose first image it is like, the earliest first, or begins a group with it. */
function gather(items: readonly PlacedImage[], likeness: Likeness): ImageGroups {
  const order = items
    .map((_, index) => index)
    .sort((one, other) => timeOf(items[one]) - timeOf(items[other]) || one - other);
  const groups: number[][] = [];
  const unknown: number[] = [];
  const leaders = new Map<string, number[]>();
  for (const index of order) {
    const item = items[index];
    if (!item) continue;
    if (!likeness.isKnown(item)) {
      unknown.push(index);
      continue;
    }
    const kind = likeness.kindOf(item);
    const cells = cellsOf(item).map((cell) => `${cell} ${kind}`);
    const group = nearestGroup(items, groups, new Set(cells.flatMap((cell) => leaders.get(cell) ?? [])), {
      item,
      likeness,
    });
    if (group !== undefined) {
      groups[group]?.push(index);
      continue;
    }
    const place = groups.push([index]) - 1;
    for (const cell of cells) {
      const known = leaders.get(cell);
      if (known) known.push(place);
      else leaders.set(cell, [place]);
    }
  }
  return { groups, unknown };
}

function nearestGroup(
  items: readonly PlacedImage[],
  groups: readonly (readonly number[])[],
  candidates: ReadonlySet<number>,
  { item, likeness }: { readonly item: PlacedImage; readonly likeness: Likeness },
): number | undefined {
  let nearest: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const leader = items[groups[candidate]?.[0] ?? -1];
    const apart = leader ? likeness.apart(leader, item) : null;
    if (apart !== null && apart < least) {
      nearest = candidate;
      least = apart;
    }
  }
  return nearest;
}

/** Images without a time come last. */
function timeOf(item: PlacedImage | undefined): number {
  return item?.image.startedAt ?? Number.MAX_SAFE_INTEGER;
}

/** Degrees of a cell's side; footprints are some tens of kilometres wide. */
const cellSize = 2;

/** The cells of a grid over the Earth that the footprint's bounding box meets. */
function cellsOf({ outline }: PlacedImage): number[] {
  if (!outline) return [];
  const { reach, south, north } = outline.region;
  const cells: number[] = [];
  for (const [west, east] of reach) {
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
