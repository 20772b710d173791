import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { createFeature, type DemoFeature } from './feature.ts';
import type { LandMask } from './land-mask.ts';
import { alongHeading, moveBy, normalHeading, rounded, roundedPosition } from './local-plane.ts';
import { createRandom, type Random } from './random.ts';
import type { SensorImage } from './sensor-image.ts';

const vehicleClasses = [
  { predictedClass: 'Car', share: 40, length: 4.6 },
  { predictedClass: 'Van', share: 16, length: 6 },
  { predictedClass: 'Truck', share: 24, length: 9.5 },
  { predictedClass: 'Articulated truck', share: 12, length: 16.5 },
  { predictedClass: 'Bus', share: 4, length: 12 },
  { predictedClass: 'Heavy equipment', share: 4, length: 8.5 },
] as const;

/** A site with parked vehicles; its name determines the layout of its parking areas. */
export type ParkingSite = { readonly name: string; readonly position: LonLat };

/** Stationary vehicles in rows on a site's parking areas. The areas are fixed, the vehicles vary. */
export function generateGroundVehicles(
  site: ParkingSite,
  image: SensorImage,
  land: LandMask,
  random: Random,
): DemoFeature[] {
  return parkingAreas(site).flatMap((area) => {
    const fullness = random.between(0.15, 0.6);
    const features: DemoFeature[] = [];
    for (let slot = 0; slot < area.rows * area.slotsPerRow; slot += 1) {
      if (!random.chance(fullness)) continue;
      const row = Math.floor(slot / area.slotsPerRow);
      const offset = alongHeading(area.heading, (slot % area.slotsPerRow) * area.pitch, row * 17);
      const position = roundedPosition(moveBy(area.corner, offset));
      if (!image.contains(position, 0.01) || !land.isLand(position)) continue;
      features.push(vehicleFeature(position, area.heading + 90, random));
    }
    return features;
  });
}

type ParkingArea = {
  readonly corner: LonLat;
  readonly heading: number;
  readonly rows: number;
  readonly slotsPerRow: number;
  /** Metres from one slot to the next. */
  readonly pitch: number;
};

function parkingAreas(site: ParkingSite): ParkingArea[] {
  const random = createRandom('parking', site.name);
  return Array.from({ length: random.integer(2, 4) }, () => ({
    corner: moveBy(site.position, [random.normal(0, 550), random.normal(0, 550)]),
    heading: random.between(0, 180),
    rows: random.integer(2, 4),
    slotsPerRow: random.integer(6, 12),
    pitch: random.between(3.2, 5.5),
  }));
}

function vehicleFeature(position: LonLat, heading: number, random: Random): DemoFeature {
  const type = random.weighted(vehicleClasses, ({ share }) => share);
  return createFeature(
    { type: 'Point', coordinates: [...position] },
    {
      sensorDataIndex: 0,
      confidence: rounded(Math.max(0.3, 0.95 - Math.abs(random.normal(0, 0.18))), 3),
      predictedClass: type.predictedClass,
      length_m: rounded(type.length * random.between(0.92, 1.1), 1),
      heading_deg:
        rounded(normalHeading(heading + (random.chance(0.5) ? 180 : 0) + random.normal(0, 2)), 1) % 360,
    },
  );
}
