import { placeAircraft } from './aircraft.ts';
import { analytics, type DemoAnalytic } from './analytics.ts';
import { placeBrightObjects } from './bright-objects.ts';
import { placeChanges } from './changes.ts';
import type { DemoFeature } from './feature.ts';
import { placeGroundVehicles } from './ground-vehicles.ts';
import type { LandMask } from './land-mask.ts';
import { type Pass, planPasses } from './passes.ts';
import { createRandom, type Random } from './random.ts';
import { chipIdentifier, createEntry, type DemoEntry, type RecordKey, vesselFeature } from './record.ts';
import { createSensorImage, type SensorImage } from './sensor-image.ts';
import type { Traffic } from './traffic.ts';
import { placeVessels, type Vessel, type VesselSize } from './vessels.ts';

/** What all days are made with. */
export type World = {
  readonly land: LandMask;
  readonly traffic: Traffic;
  readonly brand: string;
  /** Other seeds give other data. */
  readonly seed: string;
  /** Keeps what was made for a record lately, so that filter and answer do not both make it. */
  remember(key: string, make: () => readonly DemoFeature[]): readonly DemoFeature[];
};

/** A record to be made from a pass. */
type RecordPlan = {
  readonly analytics: readonly [DemoAnalytic, ...DemoAnalytic[]];
  readonly images: readonly [SensorImage, ...SensorImage[]];
  readonly place: (random: Random) => Found;
};
/** Ships, from which features and chips are made, or features of another kind. */
type Found = { readonly vessels: readonly Vessel[] } | { readonly features: readonly DemoFeature[] };

const minute = 60_000;
const hour = 60 * minute;
/** Milliseconds in a day of UTC. */
export const dayLength = 24 * hour;

/** Of all records, those in which the analytic ran and found nothing. */
const shareOfEmpty = 0.03;
/** Of the records on land, those that name no region. */
const shareUndisseminated = 0.04;

/**
 * The records that are uploaded on one UTC day (days since 1970), oldest first. The same day gives the same
 * records whenever it is asked for.
 */
export function createDay(world: World, day: number): DemoEntry[] {
  const random = createRandom(world.seed, 'day', day);
  const passes = planPasses(world.traffic, random);
  const dayName = new Date(day * dayLength).toISOString().slice(0, 10).replaceAll('-', '');
  let number = 0;
  return passes
    .flatMap((pass, index) => {
      const share = (index + random.unit()) / passes.length;
      const firstUpload = day * dayLength + Math.floor(share * (dayLength - 10 * minute));
      return planRecords(pass, firstUpload, world, random).map((plan, position) => {
        const uploadedAt = firstUpload + position * 2 * minute + random.integer(0, minute);
        number += 1;
        return createPlanned(pass, plan, { day: dayName, number }, uploadedAt, world);
      });
    })
    .sort((one, other) => one.uploadedAt - other.uploadedAt);
}

function planRecords(pass: Pass, firstUpload: number, world: World, random: Random): RecordPlan[] {
  const takeImage = (scale: SensorImage['mode']['scale'], latestStart: number) =>
    createSensorImage({ centre: pass.target.position, scale, latestStart, brand: world.brand }, random);
  const latestStart = firstUpload - hour;

  if (pass.kind === 'vessels') return planVesselRecords(takeImage(pass.scale, latestStart), world, random);
  const image = takeImage('detail', latestStart);
  const { target } = pass;
  const vehicles: RecordPlan = {
    analytics: [analytics.groundVehicles],
    images: [image],
    place: (source) => ({ features: placeGroundVehicles(target, image, world.land, source) }),
  };
  switch (pass.kind) {
    case 'aircraft': {
      const aircraft: RecordPlan = {
        analytics: [analytics.aircraft],
        images: [image],
        place: (source) => ({ features: placeAircraft(pass.airfield, image, source) }),
      };
      return pass.withVehicles ? [aircraft, vehicles] : [aircraft];
    }
    case 'vehicles':
      return [vehicles];
    case 'bright objects':
      return [
        {
          analytics: [analytics.brightObjects],
          images: [image],
          place: (source) => ({ features: placeBrightObjects(target, image, world.land, source) }),
        },
      ];
    case 'changes': {
      const earlier = takeImage('detail', latestStart - random.integer(3, 24) * dayLength);
      return [
        {
          analytics: [analytics.changes],
          images: [earlier, image],
          place: (source) => ({ features: placeChanges(target, [earlier, image], source) }),
        },
      ];
    }
  }
}

/** Mostly a record for small and one for large vessels; some with one of them, and some with both in one. */
function planVesselRecords(image: SensorImage, world: World, random: Random): RecordPlan[] {
  const place = (sizes: readonly VesselSize[]) => (source: Random) => ({
    vessels: sizes.flatMap((size) => placeVessels(image, size, world.land, world.traffic, source)),
  });
  const small: RecordPlan = { analytics: [analytics.smallVessels], images: [image], place: place(['small']) };
  const large: RecordPlan = { analytics: [analytics.largeVessels], images: [image], place: place(['large']) };
  const chance = random.unit();
  if (chance < 0.06) {
    return [
      {
        analytics: [analytics.smallVessels, analytics.largeVessels],
        images: [image],
        place: place(['small', 'large']),
      },
    ];
  }
  if (chance < 0.14) return [small];
  if (chance < 0.2) return [large];
  return [small, large];
}

function createPlanned(
  pass: Pass,
  plan: RecordPlan,
  key: RecordKey,
  uploadedAt: number,
  world: World,
): DemoEntry {
  const chances = createRandom(world.seed, 'chances', key.day, key.number);
  const isEmpty = chances.chance(shareOfEmpty);
  const isDisseminated = pass.kind === 'vessels' || !chances.chance(shareUndisseminated);
  const find = (): Found =>
    isEmpty ? { vessels: [] } : plan.place(createRandom(world.seed, 'found', key.day, key.number));
  const vesselsOf = (found: Found) => ('vessels' in found ? found.vessels : []);
  const featuresOf = (found: Found) =>
    'vessels' in found
      ? found.vessels.map((vessel, index) => vesselFeature(vessel, chipIdentifier(key, index)))
      : found.features;
  return createEntry({
    key,
    seed: world.seed,
    uploadedAt,
    region: pass.target.region,
    isDisseminated,
    analytics: plan.analytics,
    images: plan.images,
    vessels: () => vesselsOf(find()),
    features: () => world.remember(`${key.day}/${key.number}`, () => featuresOf(find())),
  });
}
