import { z } from 'zod';
import { type LonLat, lonLatSchema } from '../../../../shared/geo/geometry.ts';
import rows from './fixed-objects.json' with { type: 'json' };
import { moveBy, rounded, roundedPosition } from './local-plane.ts';
import { createRandom } from './random.ts';
import type { SensorImage } from './sensor-image.ts';
import type { Vessel, VesselSize } from './vessels.ts';

const rowSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(['platform', 'wreck', 'rig']),
  /** Meters. */
  length: z.number().positive(),
  /** Its place; a rig is moved between several every five weeks. */
  positions: z.tuple([lonLatSchema.readonly()], lonLatSchema.readonly()).readonly(),
  /** Days since 1970, modulo the time between two moves. */
  firstMove: z.int().nonnegative().default(0),
});

/** An object that stays where it is, and that vessel analytics find as they find ships. */
export type FixedObject = Omit<z.infer<typeof rowSchema>, 'kind'> & {
  readonly kind: 'platform' | 'wreck' | 'rig' | 'turbine';
};

const daysBetweenMoves = 35;
const dayLength = 86_400_000;

/** A wind farm off Busan: rows of turbines, all alike. */
const windFarm = { corner: [129.385, 34.975] as LonLat, rows: 4, columns: 4, spacing: 900, length: 46 };

const turbines = Array.from({ length: windFarm.rows * windFarm.columns }, (_, index): FixedObject => {
  const { corner, columns, spacing, length } = windFarm;
  const offset = [(index % columns) * spacing, Math.floor(index / columns) * spacing] as const;
  const position = roundedPosition(moveBy(corner, offset));
  return { name: `Turbine ${index + 1}`, kind: 'turbine', length, positions: [position], firstMove: 0 };
});

/** The fixed objects of the demo data. */
export const fixedObjects: readonly FixedObject[] = [
  ...z.array(rowSchema).readonly().parse(rows),
  ...turbines,
];

/** The place of an object at a time, epoch milliseconds UTC. */
export function positionOfObject({ positions, firstMove }: FixedObject, time: number): LonLat {
  const moves = Math.floor((time / dayLength - firstMove) / daysBetweenMoves);
  return positions[moves % positions.length] ?? positions[0];
}

/** Share of images in which an analytic misses an object. */
const shareMissed = 0.04;

/** The fixed objects that an analytic finds in an image, with the errors of its measurements. */
export function findFixedObjects(image: SensorImage, size: VesselSize): Vessel[] {
  return fixedObjects.flatMap((object): Vessel[] => {
    if (object.length > 150 !== (size === 'large')) return [];
    const position = positionOfObject(object, image.startTime);
    if (!image.contains(position, 0.01)) return [];
    const random = createRandom('fixed object', object.name, image.startTime);
    if (random.chance(shareMissed)) return [];
    const length = Math.max(object.length * random.between(0.96, 1.04), size === 'large' ? 151 : 20);
    return [
      {
        position: roundedPosition(moveBy(position, [random.normal(0, 8), random.normal(0, 8)])),
        length: rounded(length, 1),
        width: rounded(length * random.between(0.35, 0.5), 1),
        heading: rounded(random.between(0, 359), 1),
        vesselClass: 'Unknown',
        situation: 'fixed',
        confidence: rounded(random.between(0.6, 0.9), 3),
      },
    ];
  });
}
