import { z } from 'zod';
import type { LonLat } from '../../../../shared/geo/geometry.ts';
import rows from './anchorages.json' with { type: 'json' };
import { metresBetween, moveBy } from './local-plane.ts';
import { demoPorts } from './ports.ts';
import type { Random } from './random.ts';
import type { VesselSize } from './vessels.ts';

const cycleWeeks = 5;
const week = z
  .int()
  .min(0)
  .max(cycleWeeks - 1);

const rowSchema = z.strictObject({
  port: z.string(),
  /** Ships of each size on a usual day. */
  ships: z.strictObject({ small: z.int().positive(), large: z.int().positive() }),
  /** The weeks of the cycle of five in which it has about twice as many ships, and a third of them. */
  busyWeek: week,
  quietWeek: week,
  /** Days of the cycle without an image. */
  unseenDays: z.array(
    z
      .int()
      .min(0)
      .max(7 * cycleWeeks - 1),
  ),
});

/**
 * The anchorages that are imaged each day in the same way, so that their counts can be compared. In each week at least
 * one of them is unusual.
 */
export const anchorages = z
  .array(
    rowSchema.transform(({ port: name, ...row }) => {
      const port = demoPorts.find((each) => each.name === name);
      if (!port) throw new Error(`${name} is not among the ports.`);
      return { ...row, name, region: port.region, position: port.roads };
    }),
  )
  .readonly()
  .parse(rows);
export type Anchorage = (typeof anchorages)[number];

/** Meters from the middle of an anchorage to its edges. */
const halfSize = { east: 5000, north: 4000 };

/** The outline of an anchorage: a closed ring, counter-clockwise. */
export function anchorageOutline({ position }: Pick<Anchorage, 'position'>): readonly LonLat[] {
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ] as const;
  return corners.map(([east, north]) => moveBy(position, [east * halfSize.east, north * halfSize.north]));
}

/** Any position within the outline. */
export function positionInAnchorage({ position }: Pick<Anchorage, 'position'>, random: Random): LonLat {
  return moveBy(position, [
    random.between(-halfSize.east, halfSize.east),
    random.between(-halfSize.north, halfSize.north),
  ]);
}

/** Whether a position is within the outline. */
export function isInAnchorage({ position }: Pick<Anchorage, 'position'>, other: LonLat): boolean {
  const [east, north] = metresBetween(position, other);
  return Math.abs(east) <= halfSize.east && Math.abs(north) <= halfSize.north;
}

/** By how much each day of a week differs from the usual, from Monday on. */
const weekdays = [0.95, 1, 1.03, 1.06, 1.06, 0.96, 0.92] as const;
/** From Monday to Friday of its week. */
const busyFactor = 2.1;
const quietFactor = 0.2;

/** Days since the beginning of a cycle, which is on a Monday; 1970-01-01 was a Thursday. */
function dayOfCycle(day: number): number {
  return (day + 3) % (7 * cycleWeeks);
}

/** Whether an anchorage is imaged on a day (days since 1970). */
export function isAnchorageImaged({ unseenDays }: Anchorage, day: number): boolean {
  return !unseenDays.includes(dayOfCycle(day));
}

/** Number of ships of a size at anchor on a day (days since 1970). */
export function shipsAtAnchor(
  { ships, busyWeek, quietWeek }: Anchorage,
  size: VesselSize,
  day: number,
  random: Random,
): number {
  const inCycle = dayOfCycle(day);
  const inWeek = Math.floor(inCycle / 7);
  const isWeekend = inCycle % 7 > 4;
  const ofWeek = isWeekend ? 1 : inWeek === busyWeek ? busyFactor : inWeek === quietWeek ? quietFactor : 1;
  return Math.round(ships[size] * ofWeek * (weekdays[inCycle % 7] ?? 1) + random.between(-1, 1));
}
