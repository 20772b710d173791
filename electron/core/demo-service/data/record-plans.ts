import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { generateAircraft } from './aircraft.ts';
import { type Airfield, airfields } from './airfields.ts';
import { type DemoAnalytic, demoAnalytics } from './analytics.ts';
import { type Anchorage, isInAnchorage, positionInAnchorage, shipsAtAnchor } from './anchorages.ts';
import { generateChanges } from './changes.ts';
import { monitoringBeam } from './constellations.ts';
import { createFeature, type DemoFeature } from './feature.ts';
import { findFixedObjects } from './fixed-objects.ts';
import type { LandMask } from './land-mask.ts';
import { alongHeading, moveBy, normalHeading, rounded, roundedPosition } from './local-plane.ts';
import type { DemoPass } from './passes.ts';
import { createRandom, type Random } from './random.ts';
import { createSensorImage, type SensorImage } from './sensor-image.ts';
import { generateVessels, placeVessels, type Vessel, type VesselSize } from './vessels.ts';
import type { World } from './world.ts';

/** A planned record: its analytics, its images, and a function that generates its detections. */
export type RecordPlan = {
  readonly analytics: readonly [DemoAnalytic, ...DemoAnalytic[]];
  readonly images: readonly [SensorImage, ...SensorImage[]];
  readonly generate: (random: Random) => GeneratedObjects;
};

/** Ships, from which features and chips are generated, or features of another kind. */
type GeneratedObjects =
  | { readonly vessels: readonly Vessel[] }
  | { readonly features: readonly DemoFeature[] };

const hour = 3_600_000;
const day = 24 * hour;

/** Share of records with two images that do not state in which of them a detection was found. */
const shareUntraced = 0.2;

/** The records of a pass that was imaged at least an hour before `processedAt` (epoch milliseconds UTC). */
export function planRecords(pass: DemoPass, processedAt: number, world: World, random: Random): RecordPlan[] {
  const takeImage = (scale: SensorImage['mode']['scale'], latestStart: number) =>
    createSensorImage({ center: pass.target.position, scale, latestStart, brand: world.brand }, random);
  const latestStart = processedAt - hour;

  if (pass.kind === 'vessels') {
    const image = takeImage(pass.scale, latestStart);
    const plans = planVesselRecords(image, (size, source) =>
      generateVessels(image, size, world.land, world.traffic, source),
    );
    return selectPlans(plans, random.unit());
  }
  if (pass.kind === 'anchorage') {
    const request = {
      center: pass.target.position,
      scale: 'strip',
      latestStart,
      brand: world.brand,
    } as const;
    const image = createSensorImage({ ...request, beam: monitoringBeam }, random);
    const { small, large } = planVesselRecords(image, (size, source) =>
      generateAnchored(pass, image, size, world, source),
    );
    return [small, large];
  }
  if (pass.kind === 'ordered') return planOrdered(pass, world, random);
  const image = takeImage('detail', latestStart);
  const { target } = pass;
  const plans = planSiteRecords(target, image, world);
  switch (pass.kind) {
    case 'aircraft': {
      const aircraft = plans.aircraft([pass.airfield]);
      const vehicles = () => planSiteRecords(landside(pass.airfield), image, world).vehicles;
      return pass.withVehicles ? [aircraft, vehicles()] : [aircraft];
    }
    case 'vehicles':
      return [plans.vehicles];
    case 'bright objects':
      return [plans.brightObjects];
    case 'changes':
      return [plans.changes(takeImage('detail', latestStart - random.integer(3, 24) * day))];
  }
}

/** The records of an image of a site on land. */
function planSiteRecords(site: ParkingSite, image: SensorImage, { land }: World) {
  const plan = (
    analytic: DemoAnalytic,
    find: (source: Random) => DemoFeature[],
    images: RecordPlan['images'] = [image],
  ): RecordPlan => ({
    analytics: [analytic],
    images,
    generate: (source) => ({ features: find(source) }),
  });
  return {
    aircraft: (fields: readonly Airfield[]) =>
      plan(demoAnalytics.aircraft, (source) =>
        fields.flatMap((field) => generateAircraft(field, image, source)),
      ),
    vehicles: plan(demoAnalytics.groundVehicles, (source) =>
      generateGroundVehicles(site, image, land, source),
    ),
    brightObjects: plan(demoAnalytics.brightObjects, (source) =>
      generateBrightObjects(site, image, land, source),
    ),
    changes: (earlier: SensorImage) =>
      plan(
        demoAnalytics.changes,
        (source) => {
          const features = generateChanges(site, [earlier, image], source);
          return source.chance(shareUntraced) ? features.map(withoutTrace) : features;
        },
        [earlier, image],
      ),
  };
}

/** One record for each ordered analytic that the demo data has. */
function planOrdered(
  { target, scale, startTime, analytics }: Extract<DemoPass, { kind: 'ordered' }>,
  world: World,
  random: Random,
): RecordPlan[] {
  const request = { center: target.position, scale, latestStart: startTime, brand: world.brand };
  const image = createSensorImage({ ...request, startTime }, random);
  const ships = planVesselRecords(image, (size, source) =>
    generateVessels(image, size, world.land, world.traffic, source),
  );
  const site = planSiteRecords(target, image, world);
  const plans = [
    ships.small,
    ships.large,
    site.aircraft(airfields.filter(({ position }) => image.contains(position, 0))),
    site.vehicles,
    site.brightObjects,
    site.changes(createSensorImage({ ...request, latestStart: startTime - 7 * day }, random)),
  ];
  return plans.filter((plan) => analytics.includes(plan.analytics[0].name));
}

/** A feature that names no image. */
function withoutTrace(feature: DemoFeature): DemoFeature {
  const { sensorDataIndex: _, referenceSensorDataIndex: __, ...properties } = feature.properties;
  return { ...feature, properties };
}

/** The parking site of an airfield: next to the runway, well away from it. */
function landside({ name, position, runwayHeading }: Airfield): ParkingSite {
  return { name, position: moveBy(position, alongHeading(runwayHeading, 0, 1300)) };
}

type VesselPlans = { readonly small: RecordPlan; readonly large: RecordPlan; readonly both: RecordPlan };

/** The records of small and of large vessels in an image, and one of both; each with the fixed objects in it. */
function planVesselRecords(
  image: SensorImage,
  find: (size: VesselSize, source: Random) => readonly Vessel[],
): VesselPlans {
  const plan = (sizes: readonly VesselSize[], run: RecordPlan['analytics']): RecordPlan => ({
    analytics: run,
    images: [image],
    generate: (source) => ({
      vessels: [
        ...sizes.flatMap((size) => find(size, source)),
        ...sizes.flatMap((size) => findFixedObjects(image, size)),
      ],
    }),
  });
  return {
    small: plan(['small'], [demoAnalytics.smallVessels]),
    large: plan(['large'], [demoAnalytics.largeVessels]),
    both: plan(['small', 'large'], [demoAnalytics.smallVessels, demoAnalytics.largeVessels]),
  };
}

/** Mostly a record for small and one for large vessels; some with one of them, and some with both in one. */
function selectPlans({ small, large, both }: VesselPlans, chance: number): RecordPlan[] {
  if (chance < 0.06) return [both];
  if (chance < 0.14) return [small];
  if (chance < 0.2) return [large];
  return [small, large];
}

/** The ships of one size in an image of an anchorage: those at anchor by its rhythm, and the traffic around it. */
function generateAnchored(
  { anchorage, day }: { readonly anchorage: Anchorage; readonly day: number },
  image: SensorImage,
  size: VesselSize,
  { land, traffic }: World,
  random: Random,
): Vessel[] {
  const wind = random.between(0, 360);
  const targetCount = shipsAtAnchor(anchorage, size, day, random);
  const nextPlacement = () => ({
    position: positionInAnchorage(anchorage, random),
    heading: normalHeading(wind + random.normal(0, 9)),
    situation: 'at anchor' as const,
  });
  // An image that shows a part of the anchorage shows a part of its ships.
  const atAnchor = placeVessels(
    { size, land, targetCount, nextPlacement, isShown: () => true },
    random,
  ).filter(({ position }) => image.contains(position, 0.01));
  const lanes = { ...traffic, portsNear: () => [] };
  const around = generateVessels(image, size, land, lanes, random);
  return [...atAnchor, ...around.filter(({ position }) => !isInAnchorage(anchorage, position))];
}

/** The brightest man-made objects of a site (SPEX), in clusters; like the analytic, it gives them no class. */
function generateBrightObjects(
  site: { readonly name: string; readonly position: LonLat },
  image: SensorImage,
  land: LandMask,
  random: Random,
): DemoFeature[] {
  return clustersOf(site).flatMap((cluster, clusterIndex) => {
    const features: DemoFeature[] = [];
    const count = random.integer(6, 16);
    for (let attempt = 0; attempt < count; attempt += 1) {
      const offset = [random.normal(0, cluster.spread), random.normal(0, cluster.spread)] as const;
      const position = roundedPosition(moveBy(cluster.center, offset));
      if (!image.contains(position, 0.01) || !land.isLand(position)) continue;
      features.push(
        createFeature(
          { type: 'Point', coordinates: [...position] },
          {
            sensorDataIndex: 0,
            clusterId: clusterIndex + 1,
            confidence: rounded(Math.max(0.3, 0.97 - Math.abs(random.normal(0, 0.15))), 3),
            brightness_db: rounded(random.normal(14, 4), 2),
          },
        ),
      );
    }
    return features;
  });
}

function clustersOf(site: { readonly name: string; readonly position: LonLat }) {
  const random = createRandom('bright objects', site.name);
  return Array.from({ length: random.integer(2, 4) }, () => ({
    center: moveBy(site.position, [random.normal(0, 900), random.normal(0, 900)]),
    spread: random.between(40, 180),
  }));
}

const vehicleClasses = [
  { predictedClass: 'Car', share: 40, length: 4.6 },
  { predictedClass: 'Van', share: 16, length: 6 },
  { predictedClass: 'Truck', share: 24, length: 9.5 },
  { predictedClass: 'Articulated truck', share: 12, length: 16.5 },
  { predictedClass: 'Bus', share: 4, length: 12 },
  { predictedClass: 'Heavy equipment', share: 4, length: 8.5 },
] as const;

/** A site with parked vehicles; its name determines the layout of its parking areas. */
type ParkingSite = { readonly name: string; readonly position: LonLat };

/** Stationary vehicles in rows on a site's parking areas. The areas are fixed, the vehicles vary. */
function generateGroundVehicles(
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
