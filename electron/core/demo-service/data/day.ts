import { dailyPass, type Pass, planPasses } from './passes.ts';
import { correctFeatures, toProductForm } from './product-form.ts';
import { createRandom, type Random } from './random.ts';
import {
  chipIdentifier,
  createEntry,
  type DemoEntry,
  hasProductForm,
  keyText,
  type RecordContents,
  type RecordKey,
  vesselFeature,
} from './record.ts';
import { planRecords, type RecordPlan } from './record-plans.ts';
import type { World } from './world.ts';

const minute = 60_000;
/** Milliseconds in a day of UTC. */
export const dayLength = 24 * 60 * minute;

/** Share of records in which the analytic found nothing. */
const shareOfEmpty = 0.03;
/** Share of records on land without a region. */
const shareUndisseminated = 0.04;
/** Share of passes whose records are uploaded days later than usual, and by how many. */
const shareLate = 0.03;
const lateDays = [1, 5] as const;

/**
 * The records that are uploaded on one UTC day (days since 1970), oldest first. The result is deterministic.
 */
export function createDay(world: World, day: number): DemoEntry[] {
  const random = createRandom(world.seed, 'day', day);
  const passes = planPasses(world.traffic, random);
  const dayName = new Date(day * dayLength).toISOString().slice(0, 10).replaceAll('-', '');
  let number = 0;
  const recordsOf = (pass: Pass, share: number, late: number, source: Random) => {
    const firstUpload = day * dayLength + Math.floor(share * (dayLength - 10 * minute));
    return planRecords(pass, firstUpload - late, world, source).map((plan, position) => {
      const uploadedAt = firstUpload + position * 2 * minute + source.integer(0, minute);
      number += 1;
      return createPlanned(pass, plan, { day: dayName, number }, uploadedAt, world);
    });
  };
  const daily = createRandom(world.seed, 'daily', day);
  return [
    ...passes.flatMap((pass, index) => {
      const share = (index + random.unit()) / passes.length;
      return recordsOf(pass, share, lateness(createRandom(world.seed, 'late', day, index)), random);
    }),
    ...recordsOf(dailyPass(daily), daily.unit(), 0, daily),
  ].sort((one, other) => one.uploadedAt - other.uploadedAt);
}

/** By how many milliseconds the records of a pass are late: whole days, so that its orbit passes at that time, too. */
function lateness(random: Random): number {
  return random.chance(shareLate) ? random.integer(...lateDays) * dayLength : 0;
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
  const source = `${world.seed}/${keyText(key)}`;
  const find = (): RecordContents => {
    if (isEmpty) return { vessels: [], features: [] };
    const found = plan.generate(createRandom(world.seed, 'found', key.day, key.number));
    const vessels = 'vessels' in found ? found.vessels : [];
    const features =
      'features' in found
        ? found.features
        : vessels.map((vessel, index) => vesselFeature(vessel, chipIdentifier(key, index)));
    return hasProductForm(pass.target.region, plan.analytics[0])
      ? { vessels, features: toProductForm(features, vessels, source) }
      : { vessels, features };
  };
  const first = () => world.cacheContents(keyText(key), find);
  const corrected = (): RecordContents => {
    const { vessels, features } = first();
    return { vessels, features: correctFeatures(features, source) };
  };
  return createEntry({
    key,
    seed: world.seed,
    uploadedAt,
    region: pass.target.region,
    isDisseminated,
    analytics: plan.analytics,
    images: plan.images,
    now: world.now,
    contents: (version) =>
      version === 'first' ? first() : world.cacheContents(`${keyText(key)}/${version}`, corrected),
  });
}
