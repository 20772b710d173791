import { z } from 'zod';
import { type Area, areaSchema } from '../../../../shared/areas/area.ts';
import { savedSearchToKeepSchema } from '../../../../shared/searches/saved-search.ts';
import { nowUtc } from '../../../../shared/time.ts';
import { packageChipSchema } from '../../../../shared/workspace/case-package.ts';
import type { PackageImport } from '../../../../shared/workspace/package-import.ts';
import { type ChipCache, chipKey } from '../../chips/chip-cache.ts';
import { pngProblem } from '../../chips/png-check.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { brandOfQuery } from '../../workspace-tools/brand-of-query.ts';
import { pageOfRecords } from '../../workspace-tools/page-of-records.ts';
import { quantity } from '../../workspace-tools/quantity.ts';
import type { JobEnd, JobHandle } from '../../workspace-tools/tool-jobs.ts';
import { packageEntries } from './package-entries.ts';
import { type ArrivingRecord, packagePages, parseJson } from './package-pages.ts';
import { type MergedReviews, mergeReviews } from './package-reviews.ts';
import type { CasePackage } from './read-package.ts';
import { BadZip } from './zip-reader.ts';

/** Where a package is taken in. */
export type ImportPlace = {
  readonly workspace: Workspace;
  readonly cache: Pick<ChipCache, 'write'>;
  /** Whose chips these become. */
  readonly profileId: string;
  /** Names the import where a fetch would be named. */
  readonly importId: string;
};

type RecordCounts = { fresh: number; changed: number; same: number; older: number; problems: number };

/** Takes a checked package in, page by page; what was taken in before a cancel stays. */
export async function importPackage(
  source: CasePackage,
  place: ImportPlace,
  conflicts: PackageImport['conflicts'],
  handle: JobHandle,
): Promise<JobEnd> {
  const check = () => handle.signal.throwIfAborted();
  const records = await importRecords(source, place, handle, check);
  const reviews = await mergeReviews(source, place.workspace, conflicts, check);
  const areas = await importAreas(source, place.workspace);
  const searches = await importSearches(source, place.workspace);
  const chips = await importChips(source, place, handle, check);
  return describeImport(records, reviews, { areas, searches, chips: chips.written }, chips.refused);
}

async function importRecords(
  source: CasePackage,
  place: ImportPlace,
  handle: JobHandle,
  check: () => void,
): Promise<RecordCounts> {
  const counts: RecordCounts = { fresh: 0, changed: 0, same: 0, older: 0, problems: 0 };
  const total = source.manifest.counts.records;
  let done = 0;
  for await (const page of packagePages(source)) {
    check();
    await importPage(source, place, page, counts);
    done += page.length;
    handle.progress({ done, total, unit: 'records' });
  }
  return counts;
}

async function importPage(
  { manifest }: CasePackage,
  { workspace, importId }: ImportPlace,
  page: readonly ArrivingRecord[],
  counts: RecordCounts,
): Promise<void> {
  const held = new Map(
    (await workspace.heldRecords(page.map(({ head }) => head.recordId))).map((record) => [
      record.recordId,
      record,
    ]),
  );
  const wanted = page.filter(({ head }) => {
    const standing = held.get(head.recordId);
    if (!standing) return true;
    if (standing.sha256 === head.sha256) counts.same += 1;
    // What was fetched later knows more.
    else if (standing.fetchedAt > head.fetchedAt) counts.older += 1;
    else return true;
    return false;
  });
  const [first] = wanted;
  if (!first) return;
  const queryText = manifest.queries[first.head.query]?.text ?? '';
  const brand = brandOfQuery(queryText);
  const outcome = await workspace.ingestForeignPage({
    fetchId: importId,
    queryText,
    offset: first.head.pageOffset ?? 0,
    fetchedAt: first.head.fetchedAt,
    brand,
    fields: first.head.fields,
    body: pageOfRecords(
      wanted.map(({ bytes }) => bytes),
      brand,
    ),
  });
  if (!outcome.ok) throw new Error(`Records could not be taken in: ${outcome.message}`);
  counts.fresh += outcome.newRecords;
  counts.changed += outcome.changedRecords;
  counts.problems += outcome.problems;
}

/** Areas that are not here yet; one with the same number stays as it is here. */
async function importAreas(source: CasePackage, workspace: Workspace): Promise<number> {
  const areas = await readList(source, packageEntries.areas, areaSchema);
  const here = new Set((await workspace.listAreas()).map(({ id }) => id));
  const add: readonly Area[] = areas.filter(({ id }) => !here.has(id));
  await workspace.changeAreas({ add, remove: [], restore: [], deletedAt: nowUtc() });
  return add.length;
}

/** Saved searches that are not here yet. They wait: nothing is asked of a service because a package was opened. */
async function importSearches(source: CasePackage, workspace: Workspace): Promise<number> {
  const searches = await readList(source, packageEntries.searches, savedSearchToKeepSchema);
  const here = new Set((await workspace.listSearches()).map(({ search }) => search.id));
  const add = searches.filter(({ id }) => !here.has(id));
  for (const search of add) await workspace.putSearch({ ...search, paused: true }, nowUtc());
  return add.length;
}

async function readList<T>(source: CasePackage, name: string, schema: z.ZodType<T>): Promise<readonly T[]> {
  const list = z.array(schema).safeParse(parseJson((await source.whole(name)).toString('utf8')));
  if (!list.success) throw new BadZip(`Its file ${name} is damaged.`);
  return list.data;
}

async function importChips(
  source: CasePackage,
  { cache, profileId }: ImportPlace,
  handle: JobHandle,
  check: () => void,
): Promise<{ readonly written: number; readonly refused: number }> {
  const total = source.manifest.counts.chips;
  let written = 0;
  let refused = 0;
  for await (const line of source.lines(packageEntries.chipIndex)) {
    check();
    const chip = packageChipSchema.safeParse(parseJson(line));
    if (!chip.success) throw new BadZip('Its list of chips is damaged.');
    const { file, region, chipIdentifier } = chip.data;
    if (file === null) continue;
    const png = await source.whole(file);
    if (pngProblem(png) === undefined) {
      await cache.write(chipKey({ profileId, region, chipIdentifier }), png);
      written += 1;
    } else refused += 1;
    handle.progress({ done: written + refused, total, unit: 'chips' });
  }
  return { written, refused };
}

function describeImport(
  { fresh, changed, same, older, problems }: RecordCounts,
  reviews: MergedReviews,
  { areas, searches, chips }: { readonly areas: number; readonly searches: number; readonly chips: number },
  refusedChips: number,
): JobEnd {
  const parts = [
    quantity(fresh, 'new record'),
    ...(changed > 0 ? [`${quantity(changed, 'record')} in a later version`] : []),
    ...(same > 0 ? [`${quantity(same, 'record')} that ${same === 1 ? 'was' : 'were'} here already`] : []),
    quantity(reviews.written, 'review'),
    ...(areas > 0 ? [quantity(areas, 'area')] : []),
    ...(searches > 0 ? [`${quantity(searches, 'saved search', 'saved searches')}, paused`] : []),
    quantity(chips, 'image chip'),
  ];
  return {
    outcome: `Taken in: ${parts.join(', ')}.`,
    warnings: [
      ...(older > 0 ? [`Of ${quantity(older, 'record')} a later version is here, which stays.`] : []),
      ...(problems > 0
        ? [`${quantity(problems, 'part')} of records could not be used, listed under Problems.`]
        : []),
      ...(reviews.conflicts > 0
        ? [`${quantity(reviews.conflicts, 'review')} disagreed with those here.`]
        : []),
      ...(refusedChips > 0 ? [`${quantity(refusedChips, 'damaged image chip')} left out.`] : []),
    ],
  };
}
