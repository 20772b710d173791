import type { LonLat } from '../../../../shared/geo/geometry.ts';
import type { Airfield } from './airfields.ts';
import { createFeature, type DemoFeature } from './feature.ts';
import { alongHeading, moveBy, normalHeading, rounded, roundedPosition } from './local-plane.ts';
import type { Random } from './random.ts';
import type { SensorImage } from './sensor-image.ts';

type AircraftType = {
  readonly aircraftClass: string;
  /** Metres. */
  readonly length: number;
  readonly wingspan: number;
};

const airliners: readonly AircraftType[] = [
  { aircraftClass: 'Narrow-body airliner', length: 38, wingspan: 35 },
  { aircraftClass: 'Narrow-body airliner', length: 42, wingspan: 35 },
  { aircraftClass: 'Wide-body airliner', length: 63, wingspan: 61 },
  { aircraftClass: 'Wide-body airliner', length: 71, wingspan: 65 },
  { aircraftClass: 'Regional airliner', length: 27, wingspan: 27 },
];

const militaryAircraft: readonly AircraftType[] = [
  { aircraftClass: 'Fighter', length: 15, wingspan: 10 },
  { aircraftClass: 'Fighter', length: 19, wingspan: 13 },
  { aircraftClass: 'Transport', length: 30, wingspan: 40 },
  { aircraftClass: 'Tanker or patrol', length: 39, wingspan: 38 },
  { aircraftClass: 'Helicopter', length: 18, wingspan: 16 },
];

/** Rows of stands on an airfield's aprons, along the runway. The layout of a field never changes. */
function apronStands(airfield: Airfield): { readonly position: LonLat; readonly heading: number }[] {
  const rows = Math.ceil(airfield.stands / 8);
  const spacing = airfield.use === 'military' ? 34 : 78;
  const across = airfield.use === 'military' ? 300 : 420;
  return Array.from({ length: airfield.stands }, (_, stand) => {
    const row = stand % rows;
    const slot = Math.floor(stand / rows);
    const ahead = -600 + Math.floor(row / 2) * 620 + slot * spacing;
    const right = (row % 2 === 0 ? 1 : -1) * (across + Math.floor(row / 4) * 190);
    const facing = airfield.runwayHeading + (row % 2 === 0 ? 90 : -90);
    return {
      position: moveBy(airfield.position, alongHeading(airfield.runwayHeading, ahead, right)),
      heading: normalHeading(facing),
    };
  });
}

/** Parked aircraft on an airfield's aprons, facing the terminal or away from it; sometimes one on the runway. */
export function generateAircraft(airfield: Airfield, image: SensorImage, random: Random): DemoFeature[] {
  const fullness = random.between(0.45, 0.95);
  const parked = apronStands(airfield)
    .filter(() => random.chance(fullness))
    .map(({ position, heading }) => ({
      position: moveBy(position, [random.normal(0, 2), random.normal(0, 2)]),
      heading: normalHeading(heading + (random.chance(0.85) ? 0 : 180) + random.normal(0, 1.5)),
    }));
  const moving = random.chance(0.3)
    ? [
        {
          position: moveBy(
            airfield.position,
            alongHeading(airfield.runwayHeading, random.between(-1200, 1200), 0),
          ),
          heading: normalHeading(airfield.runwayHeading + (random.chance(0.5) ? 180 : 0)),
        },
      ]
    : [];
  return [...parked, ...moving]
    .map((parking) => ({ ...parking, position: roundedPosition(parking.position) }))
    .filter(({ position }) => image.contains(position, 0.01))
    .map(({ position, heading }) => aircraftFeature(airfield, position, heading, random));
}

function aircraftFeature(airfield: Airfield, position: LonLat, heading: number, random: Random): DemoFeature {
  const isMilitary = airfield.use === 'military' || (airfield.use === 'mixed' && random.chance(0.35));
  const type = random.pick(isMilitary ? militaryAircraft : airliners);
  return createFeature(
    { type: 'Point', coordinates: [...position] },
    {
      sensorDataIndex: 0,
      confidence: rounded(Math.max(0.4, 0.98 - Math.abs(random.normal(0, 0.12))), 3),
      aircraftClass: type.aircraftClass,
      length_m: rounded(type.length * random.between(0.95, 1.05), 1),
      wingspan_m: rounded(type.wingspan * random.between(0.95, 1.05), 1),
      heading_deg: rounded(heading, 1) % 360,
      airfield: airfield.name,
    },
  );
}
