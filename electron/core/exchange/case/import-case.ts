import { randomUUID } from 'node:crypto';
import type { Area } from '../../../../shared/areas/area.ts';
import { maxPlaceLabels } from '../../../../shared/fixed-objects/place-label.ts';
import { formatCount, formatQuantity } from '../../../../shared/format.ts';
import {
  describeDiverged,
  type ReceivedLayers,
  type VectorLayer,
} from '../../../../shared/layers/vector-layer.ts';
import { fail, type Result } from '../../../../shared/result.ts';
import { brandOfQuery } from '../../../../shared/results/brand-of-query.ts';
import type { SavedSearchSettings } from '../../../../shared/searches/saved-search.ts';
import { nowUtc } from '../../../../shared/time.ts';
import type { WatchRule } from '../../../../shared/watch/watch-rule.ts';
import type { CaseCounts } from '../../../../shared/workspace/case-file.ts';
import { type ChipCache, chipKey } from '../../chips/chip-cache.ts';
import type { ChipCalibrations } from '../../chips/chip-calibrations.ts';
import { type JobEnd, JobFailure, type JobHandle } from '../../jobs/job-runner.ts';
import {
  describeImportedRecords,
  type ImportCounts,
  importRecords,
  noImports,
} from '../../workspace/open/import-records.ts';
import type { Workspace } from '../../workspace/open/workspace.ts';
import { markingKey, markingOf } from '../../workspace/read/marking.ts';
import type { ExchangedEvent } from '../../workspace/read/watch/exchanged-events.ts';
import type { MergeResult } from '../../workspace/tables/merge-workspace.ts';
import type { CaseBatch, CaseChip } from './case-batch.ts';
import type { RecordPage } from './record-pages.ts';

/** Adds rules of the watch and events that a workspace lacks, and returns how many. */
export type AdoptWatch = (
  rules: readonly WatchRule[],
  events: readonly ExchangedEvent[],
) => Promise<Result<{ readonly rules: number; readonly events: number }>>;

/** The target of an import. */
export type ImportTarget = {
  readonly workspace: Workspace;
  /** Merges reviews and corrected meanings of the case. */
  readonly mergeReviews: () => Promise<Result<MergeResult>>;
  /** Copies layers that the workspace lacks, or has in an older content, from the file of the case. */
  readonly receiveLayers: (layers: readonly VectorLayer[]) => Promise<ReceivedLayers>;
  /** Adds rules that the workspace lacks, and events. */
  readonly adoptWatch: AdoptWatch;
  readonly cache: Pick<ChipCache, 'write'>;
  readonly calibrations: Pick<ChipCalibrations, 'addMissing'>;
  /** The profile to which the imported chips are assigned. */
  readonly profileId: string;
};

const noOthers = {
  areas: 0,
  layers: 0,
  rules: 0,
  findings: 0,
  decisions: 0,
  searches: 0,
  calibrations: 0,
  leftOutCalibrations: 0,
  corrections: 0,
  leftOutCorrections: 0,
  places: 0,
  leftOutPlaces: 0,
  chips: 0,
  refusedChips: 0,
};
type OtherCounts = Readonly<typeof noOthers>;

/** Starts an import of a checked case; what was imported before a cancel stays. */
export function createCaseImport(target: ImportTarget, { progress }: Pick<JobHandle, 'progress'>) {
  /** Stored as the fetch id of the imported records. */
  const importId = randomUUID();
  const records: ImportCounts = { ...noImports };
  const counts = { ...noOthers };
  /** Names of layers that were replaced both here and there. */
  const diverged: string[] = [];
  const reviews = { changed: 0, waiting: 0, conflicts: 0 };
  let expected: Pick<CaseCounts, 'records' | 'chips'> = { records: 0, chips: 0 };
  let markings: Markings | null = null;
  let seen = 0;
  const describeStays = () => [...describeMarkings(markings), ...describeDiverged(diverged)];
  return {
    /** Parts must be applied in their order, one after the other. */
    async apply(batch: CaseBatch): Promise<void> {
      switch (batch.kind) {
        case 'head':
          expected = batch.head.counts;
          markings = await adoptMarking(target.workspace, batch.head.marking);
          return;
        case 'records':
          await importPage(target.workspace, importId, batch.page, records);
          seen += batch.page.records.length;
          return progress({ done: seen, total: Math.max(seen, expected.records), unit: 'records' });
        case 'reviews': {
          const merged = await target.mergeReviews();
          if (!merged.ok) throw new JobFailure(merged.failure);
          const { written, waiting, conflicts, corrections, decisions, places } = merged.value;
          Object.assign(reviews, { changed: written.changed, waiting, conflicts });
          counts.decisions = decisions.changes.length;
          counts.places = places.changes.length;
          counts.leftOutPlaces = places.leftOut;
          counts.corrections = corrections.changes.length;
          counts.leftOutCorrections = corrections.older;
          return;
        }
        case 'areas':
          counts.areas += await importAreas(batch.areas, target.workspace);
          return;
        case 'layers': {
          const received = await target.receiveLayers(batch.layers);
          counts.layers += received.count;
          diverged.push(...received.diverged);
          return;
        }
        case 'searches':
          counts.searches += await importSearches(batch.searches, target.workspace);
          return;
        case 'watch': {
          const adopted = await target.adoptWatch(batch.rules, batch.events);
          if (!adopted.ok) throw new JobFailure(adopted.failure);
          counts.rules += adopted.value.rules;
          counts.findings += adopted.value.events;
          return;
        }
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
    /** Summary of the import, once all parts have been applied. */
    async describe(): Promise<JobEnd> {
      return {
        ...describeImport(records, reviews, counts, describeStays()),
        ...(await describeImportedRecords(target.workspace, importId)),
      };
    },
    /** The same of an import of items only. */
    describeItems: (): JobEnd => ({ outcome: describeItems(counts), warnings: describeStays() }),
    diverged,
  };
}

async function importPage(
  workspace: Workspace,
  importId: string,
  { origin, records }: RecordPage,
  counts: ImportCounts,
): Promise<void> {
  const brand = brandOfQuery(origin.queryText);
  const refusal = await importRecords(workspace, { importId, brand, ...origin }, records, counts);
  if (refusal !== undefined) {
    const failed = fail(
      'invalid-input',
      `The case was made wrong. ${refusal} Nothing after it was imported.`,
    );
    throw new JobFailure(failed.failure);
  }
}

/** The markings of the workspace and of a case that has one. */
type Markings = { readonly present: string; readonly arriving: string };

/** A workspace without a marking gets that of the case. Null where the case has none. */
async function adoptMarking(workspace: Workspace, arriving: string): Promise<Markings | null> {
  if (arriving === '') return null;
  const present = await markingOf(workspace);
  if (present !== '') return { present, arriving };
  await workspace.saveSetting(markingKey, arriving);
  return { present: arriving, arriving };
}

/** Adds areas that are not in the workspace; of one that is, only that it is a site. Returns the number of changes. */
async function importAreas(areas: readonly Area[], workspace: Workspace): Promise<number> {
  for (;;) {
    const here = new Map((await workspace.listAreas()).map((area) => [area.id, area]));
    const added = areas.filter(({ id }) => !here.has(id));
    // An area that its user has made a site here stays as it is.
    const becomeSites = areas.flatMap(({ id, site }) => {
      const present = here.get(id);
      return present && site && !present.site ? [{ present, site }] : [];
    });
    const changed = becomeSites.map(({ present, site }) => ({ ...present, site, updatedAt: nowUtc() }));
    const upserts = [...added, ...changed];
    const outcome = await workspace.changeAreas({
      ...{ upserts, remove: [], restore: [], deletedAt: nowUtc() },
      expected: becomeSites.map(({ present: { id, updatedAt } }) => ({ id, updatedAt })),
    });
    // The user has changed one meanwhile.
    if (outcome.done) return upserts.length;
  }
}

/** Adds saved searches that are not in the workspace, paused: importing a case must not start requests. */
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
async function importChips(chips: readonly CaseChip[], { cache, profileId }: ImportTarget): Promise<number> {
  let written = 0;
  for (const { png, region, chipIdentifier } of chips) {
    if (!png) continue;
    await cache.write(chipKey({ profileId, region, chipIdentifier }), png);
    written += 1;
  }
  return written;
}

type ItemCounts = Pick<OtherCounts, 'areas' | 'layers' | 'searches' | 'rules' | 'findings'>;

function nameItems({ areas, layers, searches, rules, findings }: ItemCounts): readonly string[] {
  return [
    ...(areas > 0 ? [formatQuantity(areas, 'area')] : []),
    ...(layers > 0 ? [formatQuantity(layers, 'layer')] : []),
    ...(searches > 0 ? [`${formatQuantity(searches, 'saved search', 'saved searches')}, paused`] : []),
    ...(rules > 0 ? [formatQuantity(rules, 'watch rule')] : []),
    ...(findings > 0 ? [formatQuantity(findings, 'finding of the watch', 'findings of the watch')] : []),
  ];
}

function describeMarkings(markings: Markings | null): string[] {
  return markings && markings.present !== markings.arriving
    ? [`The file is marked “${markings.arriving}”, this workspace “${markings.present}”, which stays.`]
    : [];
}

function describeItems(counts: ItemCounts): string {
  const named = nameItems(counts);
  return named.length > 0 ? `Imported: ${named.join(', ')}.` : 'Imported nothing: all of it is here.';
}

function describeImport(
  { added, changed, unchanged, older, withFewerFields, problems }: ImportCounts,
  reviews: { readonly changed: number; readonly waiting: number; readonly conflicts: number },
  {
    calibrations,
    leftOutCalibrations,
    corrections,
    leftOutCorrections,
    leftOutPlaces,
    chips,
    refusedChips,
    ...items
  }: OtherCounts,
  stays: readonly string[],
): JobEnd {
  const parts = [
    formatQuantity(added, 'new record'),
    ...(changed > 0 ? [`${formatQuantity(changed, 'record')} in a newer version`] : []),
    ...(unchanged > 0
      ? [`${formatQuantity(unchanged, 'record')} that ${unchanged === 1 ? 'was' : 'were'} here already`]
      : []),
    formatQuantity(reviews.changed, 'review'),
    ...(items.decisions > 0 ? [formatQuantity(items.decisions, 'AIS decision')] : []),
    ...(items.places > 0
      ? [formatQuantity(items.places, 'statement about a place', 'statements about places')]
      : []),
    ...nameItems(items),
    ...(calibrations > 0 ? [formatQuantity(calibrations, 'chip calibration')] : []),
    ...(corrections > 0 ? [formatQuantity(corrections, 'corrected meaning')] : []),
    formatQuantity(chips, 'image chip'),
  ];
  return {
    outcome: `Imported: ${parts.join(', ')}.`,
    warnings: [
      ...stays,
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
      ...(leftOutPlaces > 0
        ? [
            `${formatQuantity(leftOutPlaces, 'statement about a place', 'statements about places')} left out: a workspace has at most ${formatCount(maxPlaceLabels)}.`,
          ]
        : []),
      ...(refusedChips > 0 ? [`${formatQuantity(refusedChips, 'damaged image chip')} left out.`] : []),
    ],
  };
}
