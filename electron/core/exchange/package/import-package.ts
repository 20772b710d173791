import { randomUUID } from 'node:crypto';
import type { Area } from '../../../../shared/areas/area.ts';
import { formatQuantity } from '../../../../shared/format.ts';
import { fail, type Result } from '../../../../shared/result.ts';
import { brandOfQuery } from '../../../../shared/results/brand-of-query.ts';
import type { SavedSearchSettings } from '../../../../shared/searches/saved-search.ts';
import { nowUtc } from '../../../../shared/time.ts';
import type { PackageCounts } from '../../../../shared/workspace/case-package.ts';
import { type ChipCache, chipKey } from '../../chips/chip-cache.ts';
import type { ChipCalibrations } from '../../chips/chip-calibrations.ts';
import { type JobEnd, JobFailure, type JobHandle } from '../../jobs/job-runner.ts';
import { type ImportCounts, importRecords } from '../../workspace/open/import-records.ts';
import type { Workspace } from '../../workspace/open/workspace.ts';
import type { MergeResult } from '../../workspace/tables/merge-workspace.ts';
import type { PackageBatch, PackagedChip } from './package-batch.ts';

/** The target of an import. */
export type ImportTarget = {
  readonly workspace: Workspace;
  /** Merges reviews and corrected meanings of the package, which were written as a workspace of their own. */
  readonly mergeReviews: () => Promise<Result<MergeResult>>;
  readonly cache: Pick<ChipCache, 'write'>;
  readonly calibrations: Pick<ChipCalibrations, 'addMissing'>;
  /** The profile to which the imported chips are assigned. */
  readonly profileId: string;
};

/** Imports the parts of a package as they come. */
export type RunningImport = {
  /** Parts must be applied in their order, one after the other. */
  apply(batch: PackageBatch): Promise<void>;
  /** What was imported, once all parts have been applied. */
  describe(): JobEnd;
};

type OtherCounts = Readonly<
  Record<
    | 'areas'
    | 'searches'
    | 'calibrations'
    | 'leftOutCalibrations'
    | 'corrections'
    | 'leftOutCorrections'
    | 'chips'
    | 'refusedChips',
    number
  >
>;

/** Starts an import of a verified package; what was imported before a cancel stays. */
export function createPackageImport(
  target: ImportTarget,
  { progress }: Pick<JobHandle, 'progress'>,
): RunningImport {
  /** Stored as the fetch id of the imported records. */
  const importId = randomUUID();
  const records: ImportCounts = {
    added: 0,
    changed: 0,
    unchanged: 0,
    older: 0,
    withFewerFields: 0,
    problems: 0,
  };
  const counts = {
    areas: 0,
    searches: 0,
    calibrations: 0,
    leftOutCalibrations: 0,
    corrections: 0,
    leftOutCorrections: 0,
    chips: 0,
    refusedChips: 0,
  };
  const reviews = { changed: 0, waiting: 0, conflicts: 0 };
  let expected: Pick<PackageCounts, 'records' | 'chips'> = { records: 0, chips: 0 };
  let seen = 0;
  return {
    async apply(batch) {
      switch (batch.kind) {
        case 'verified':
          expected = batch.head.counts;
          return;
        case 'records':
          await importPage(target.workspace, importId, batch, records);
          seen += batch.records.length;
          return progress({ done: seen, total: Math.max(seen, expected.records), unit: 'records' });
        case 'reviews': {
          const merged = await target.mergeReviews();
          if (!merged.ok) throw new JobFailure(merged.failure);
          const { written, waiting, conflicts, corrections } = merged.value;
          Object.assign(reviews, { changed: written.changed, waiting, conflicts });
          counts.corrections = corrections.changes.length;
          counts.leftOutCorrections = corrections.older;
          return;
        }
        case 'areas':
          counts.areas += await importAreas(batch.areas, target.workspace);
          return;
        case 'searches':
          counts.searches += await importSearches(batch.searches, target.workspace);
          return;
        case 'calibrations': {
          const written = await target.calibrations.addMissing(batch.calibrations);
          if (!written.ok) throw new JobFailure(written.failure);
          counts.calibrations += written.value.added;
          counts.leftOutCalibrations += written.value.leftOut;
          return;
        }
        case 'chips': {
          const written = await importChips(batch.chips, target);
          counts.chips += written;
          counts.refusedChips += batch.chips.length - written;
          const done = counts.chips + counts.refusedChips;
          return progress({ done, total: Math.max(done, expected.chips), unit: 'chips' });
        }
      }
    },
    describe: () => describeImport(records, reviews, counts),
  };
}

async function importPage(
  workspace: Workspace,
  importId: string,
  { queryText, records: page }: Extract<PackageBatch, { kind: 'records' }>,
  counts: ImportCounts,
): Promise<void> {
  const [first] = page;
  if (!first) return;
  const { pageOffset, fields } = first.head;
  const brand = brandOfQuery(queryText);
  const origin = { importId, queryText, brand, offset: pageOffset ?? 0, fields };
  const records = page.map(({ head, bytes }) => ({ ...head, bytes }));
  const refusal = await importRecords(workspace, origin, records, counts);
  if (refusal !== undefined) {
    const failed = fail(
      'invalid-input',
      `The package was made wrong. ${refusal} Nothing after it was imported.`,
    );
    throw new JobFailure(failed.failure);
  }
}

/** Adds areas that are not in the workspace; existing areas with the same id are not changed. Returns their number. */
async function importAreas(areas: readonly Area[], workspace: Workspace): Promise<number> {
  const here = new Set((await workspace.listAreas()).map(({ id }) => id));
  const add = areas.filter(({ id }) => !here.has(id));
  await workspace.changeAreas({ upserts: add, remove: [], restore: [], deletedAt: nowUtc(), expected: [] });
  return add.length;
}

/** Adds saved searches that are not in the workspace, paused: importing a package must not start requests. */
async function importSearches(
  searches: readonly SavedSearchSettings[],
  workspace: Workspace,
): Promise<number> {
  const listed = await workspace.listSearches();
  // One that cannot be read is there, too.
  const here = new Set([...listed.searches.map(({ search }) => search.id), ...listed.unreadableIds]);
  const add = searches.filter(({ id }) => !here.has(id));
  for (const search of add) await workspace.saveSearch({ ...search, paused: true }, nowUtc());
  return add.length;
}

/** Writes the chips that are sound, and returns their number. */
async function importChips(
  chips: readonly PackagedChip[],
  { cache, profileId }: ImportTarget,
): Promise<number> {
  let written = 0;
  for (const { png, region, chipIdentifier } of chips) {
    if (!png) continue;
    await cache.write(chipKey({ profileId, region, chipIdentifier }), png);
    written += 1;
  }
  return written;
}

function describeImport(
  { added, changed, unchanged, older, withFewerFields, problems }: ImportCounts,
  reviews: { readonly changed: number; readonly waiting: number; readonly conflicts: number },
  {
    areas,
    searches,
    calibrations,
    leftOutCalibrations,
    corrections,
    leftOutCorrections,
    chips,
    refusedChips,
  }: OtherCounts,
): JobEnd {
  const parts = [
    formatQuantity(added, 'new record'),
    ...(changed > 0 ? [`${formatQuantity(changed, 'record')} in a newer version`] : []),
    ...(unchanged > 0
      ? [`${formatQuantity(unchanged, 'record')} that ${unchanged === 1 ? 'was' : 'were'} here already`]
      : []),
    formatQuantity(reviews.changed, 'review'),
    ...(areas > 0 ? [formatQuantity(areas, 'area')] : []),
    ...(searches > 0 ? [`${formatQuantity(searches, 'saved search', 'saved searches')}, paused`] : []),
    ...(calibrations > 0 ? [formatQuantity(calibrations, 'chip calibration')] : []),
    ...(corrections > 0 ? [formatQuantity(corrections, 'corrected meaning')] : []),
    formatQuantity(chips, 'image chip'),
  ];
  return {
    outcome: `Imported: ${parts.join(', ')}.`,
    warnings: [
      ...(older > 0 ? [`Of ${formatQuantity(older, 'record')} a later version is here, which stays.`] : []),
      ...(withFewerFields > 0
        ? [`Of ${formatQuantity(withFewerFields, 'record')} a version with more fields is here, which stays.`]
        : []),
      ...(problems > 0
        ? [`${formatQuantity(problems, 'part')} of records could not be used, listed under Problems.`]
        : []),
      ...(reviews.conflicts > 0
        ? [`${formatQuantity(reviews.conflicts, 'review')} disagreed with those here.`]
        : []),
      ...(reviews.waiting > 0
        ? [
            `${formatQuantity(reviews.waiting, 'review waits', 'reviews wait')} for detections that are not here.`,
          ]
        : []),
      ...(leftOutCalibrations > 0
        ? [
            `${formatQuantity(leftOutCalibrations, 'chip calibration')} left out: ${leftOutCalibrations === 1 ? 'its image product has' : 'their image products have'} one here.`,
          ]
        : []),
      ...(leftOutCorrections > 0
        ? [
            `${formatQuantity(leftOutCorrections, 'corrected meaning')} left out: the same properties have a later one here.`,
          ]
        : []),
      ...(refusedChips > 0 ? [`${formatQuantity(refusedChips, 'damaged image chip')} left out.`] : []),
    ],
  };
}
