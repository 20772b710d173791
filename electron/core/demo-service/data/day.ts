import { type Anchorage, anchorages, isAnchorageImaged } from './anchorages.ts';
import { anchoragePass, type DemoPass, dailyPass, planPasses } from './passes.ts';
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
/** The same of the images of an anchorage. */
const shareOfAnchorageLate = 0.1;
const lateDays = [1, 5] as const;

/**
 * The records that are uploaded on one UTC day (days since 1970), oldest first. The result is deterministic.
 */
export function createDay(world: World, day: number): DemoEntry[] {
  const random = createRandom(world.seed, 'day', day);
  const passes = planPasses(world.traffic, random);
  const dayName = new Date(day * dayLength).toISOString().slice(0, 10).replaceAll('-', '');
  let number = 0;
  const recordsOf = (pass: DemoPass, share: number, late: number, source: Random) => {
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
      return recordsOf(
        pass,
        share,
        lateness(createRandom(world.seed, 'late', day, index), shareLate),
        random,
      );
    }),
    ...recordsOf(dailyPass(daily), daily.unit(), 0, daily),
    ...anchorages.flatMap((anchorage) =>
      imagesUploadedOn(day, anchorage, world.seed).flatMap(({ pass, late, random: source }) =>
        recordsOf(pass, uploadShare(anchorage, source), late, source),
      ),
    ),
  ].sort((one, other) => one.uploadedAt - other.uploadedAt);
}

/** Hours of the mean solar day at which an anchorage is imaged, and until the first upload. */
const dawn = 6;
const hoursToUpload = [3.5, 4] as const;

/** At which share of a day of UTC the records of an anchorage are uploaded. */
function uploadShare({ position: [longitude] }: Anchorage, random: Random): number {
  const hours = dawn - longitude / 15 + random.between(...hoursToUpload);
  return (((hours % 24) + 24) % 24) / 24;
}

/** The images of an anchorage whose records are uploaded on a day: that of the day, and late ones. */
function imagesUploadedOn(day: number, anchorage: Anchorage, seed: string) {
  return Array.from({ length: lateDays[1] + 1 }, (_, daysLate) => daysLate).flatMap((daysLate) => {
    const imaged = day - daysLate;
    const random = createRandom(seed, 'anchorage', anchorage.name, imaged);
    const late = lateness(random, shareOfAnchorageLate);
    if (late !== daysLate * dayLength || !isAnchorageImaged(anchorage, imaged)) return [];
    return [{ pass: anchoragePass(anchorage, imaged, random), late, random }];
  });
}

/** By how many milliseconds the records of a pass are late: whole days, so that its orbit passes at that time, too. */
function lateness(random: Random, share: number): number {
  return random.chance(share) ? random.integer(...lateDays) * dayLength : 0;
}

/** The record of a plan. */
export function createPlanned(
  pass: DemoPass,
  plan: RecordPlan,
  key: RecordKey,
  uploadedAt: number,
  world: World,
): DemoEntry {
  const chances = createRandom(world.seed, 'chances', key.day, key.number);
  const isEmpty = chances.chance(shareOfEmpty) && pass.kind !== 'anchorage' && pass.kind !== 'ordered';
  const isDisseminated =
    pass.kind === 'vessels' ||
    pass.kind === 'anchorage' ||
    pass.kind === 'ordered' ||
    !chances.chance(shareUndisseminated);
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
