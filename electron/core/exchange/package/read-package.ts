import type { z } from 'zod';
import { type Area, areaSchema } from '../../../../shared/areas/area.ts';
import { countVertices } from '../../../../shared/areas/count-vertices.ts';
import { type ChipCalibration, chipCalibrationSchema } from '../../../../shared/chips/chip-calibration.ts';
import { fail, type Result, succeed } from '../../../../shared/result.ts';
import { maxCorrections } from '../../../../shared/results/merge-corrections.ts';
import {
  type PropertyCorrection,
  propertyCorrectionSchema,
} from '../../../../shared/results/property-correction.ts';
import { type ReviewOfDetection, reviewOfDetectionSchema } from '../../../../shared/review/merge-reviews.ts';
import {
  type SavedSearchSettings,
  savedSearchInputSchema,
} from '../../../../shared/searches/saved-search.ts';
import { packageChipSchema } from '../../../../shared/workspace/case-package.ts';
import { BadZip } from '../../../../shared/zip/bad-zip.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { pngProblem } from '../../base/png-check.ts';
import type { ToolContext } from '../../base/tool-context.ts';
import { type CasePackage, openPackage } from './open-package.ts';
import type { PackageBatch, PackagedChip } from './package-batch.ts';
import { packageEntries, packageJson } from './package-entries.ts';
import { packagePages } from './package-pages.ts';
import { readLines, readListElements } from './read-lines.ts';
import { writeReviewsFile } from './write-reviews-file.ts';

/** Which parts of a package are read: those that a preview needs, or all. */
export type PackageReadTask = {
  readonly path: string;
  readonly parts: 'reviews' | 'everything';
  /** Where the reviews are written, as a workspace to merge; the caller deletes it. */
  readonly reviewsFile: string;
};

type Run = ToolContext<PackageBatch>;

/** Limits of a batch. They keep the main process responsive while it receives one. */
const batchLimits = {
  /** Positions of areas. */
  positions: 250_000,
  lists: 500,
  chips: 64,
  chipBytes: 8_000_000,
};
/** No chip that can be fetched is larger. */
const maxChipBytes = 32 * 2 ** 20;
/** No file of areas that can be imported has more positions. */
const maxAreaPositions = 500_000;

/**
 * Verifies a case package, then sends its parts. Nothing is sent before everything was verified. Fails with
 * `invalid-input` when it is no sound package; parts that were sent before the fault was found are sound.
 */
export async function readPackage(
  { path, parts, reviewsFile }: PackageReadTask,
  run: Run,
): Promise<Result<undefined>> {
  try {
    const source = await openPackage(path, run);
    try {
      const { entries: _entries, queries, ...head } = source.manifest;
      await run.send({ kind: 'verified', head: { ...head, queryCount: queries.length } });
      if (parts === 'everything') await sendRecords(source, run);
      const lists = [readReviews(source, 'reviews', run), readReviews(source, 'reviewHistory', run)] as const;
      await writeReviewsFile(reviewsFile, ...lists, await readCorrections(source, run));
      await run.send({ kind: 'reviews' });
      if (parts === 'everything') await sendRest(source, run);
    } finally {
      source.close();
    }
    return succeed(undefined);
  } catch (error) {
    if (!(error instanceof BadZip)) throw error;
    return fail('invalid-input', error.message);
  }
}

async function sendRecords(source: CasePackage, run: Run): Promise<void> {
  for await (const records of packagePages(source)) {
    run.throwIfStopped();
    const queryText = source.manifest.queries[records[0].head.query]?.text ?? '';
    await run.send(
      { kind: 'records', queryText, records },
      records.map(({ bytes }) => bytes.buffer),
    );
  }
}

async function* readReviews(
  source: CasePackage,
  name: 'reviews' | 'reviewHistory',
  run: Run,
): AsyncGenerator<ReviewOfDetection, void> {
  for await (const line of readLines(source.read(packageEntries[name]))) {
    run.throwIfStopped();
    const review = reviewOfDetectionSchema.safeParse(parseBoundedJson(line));
    if (!review.success) throw new BadZip('damaged', 'Its list of reviews is damaged.');
    yield review.data;
  }
}

async function sendRest(source: CasePackage, run: Run): Promise<void> {
  const areas = createBatch<Area>((items) => run.send({ kind: 'areas', areas: items }), {
    items: batchLimits.lists,
    weight: batchLimits.positions,
  });
  for await (const area of readList(source, packageEntries.areas, areaSchema, run)) {
    const positions = countVertices(area.shape);
    if (positions > maxAreaPositions) throw new BadZip('too-large', `The area ${area.name} is too complex.`);
    await areas.add(area, positions);
  }
  await areas.end();
  const searches = createBatch<SavedSearchSettings>(
    (items) => run.send({ kind: 'searches', searches: items }),
    { items: batchLimits.lists, weight: Number.POSITIVE_INFINITY },
  );
  for await (const search of readList(source, packageEntries.searches, savedSearchInputSchema, run)) {
    await searches.add(search, 0);
  }
  await searches.end();
  await sendCalibrations(source, run);
  await sendChips(source, run);
}

/** Packages of former versions have none. */
async function sendCalibrations(source: CasePackage, run: Run): Promise<void> {
  if (!source.has(packageEntries.calibrations)) return;
  const calibrations = createBatch<ChipCalibration>(
    (items) => run.send({ kind: 'calibrations', calibrations: items }),
    { items: batchLimits.lists, weight: Number.POSITIVE_INFINITY },
  );
  for await (const one of readList(source, packageEntries.calibrations, chipCalibrationSchema, run)) {
    await calibrations.add(one, 0);
  }
  await calibrations.end();
}

/** Packages of former versions have none. */
async function readCorrections(source: CasePackage, run: Run): Promise<readonly PropertyCorrection[]> {
  const name = packageEntries.corrections;
  if (!source.has(name)) return [];
  const corrections: PropertyCorrection[] = [];
  for await (const one of readList(source, name, propertyCorrectionSchema, run)) {
    if (corrections.length === maxCorrections) throw new BadZip('too-large', `Its file ${name} is too long.`);
    corrections.push(one);
  }
  return corrections;
}

async function* readList<T>(source: CasePackage, name: string, schema: z.ZodType<T>, run: Run) {
  for await (const text of readListElements(source.read(name))) {
    run.throwIfStopped();
    const item = schema.safeParse(parseBoundedJson(text, packageJson));
    if (!item.success) throw new BadZip('damaged', `Its file ${name} is damaged.`);
    yield item.data;
  }
}

async function sendChips(source: CasePackage, run: Run): Promise<void> {
  const chips = createBatch<PackagedChip>(
    (items) =>
      run.send(
        { kind: 'chips', chips: items },
        items.flatMap(({ png }) => (png ? [png.buffer] : [])),
      ),
    { items: batchLimits.chips, weight: batchLimits.chipBytes },
  );
  for await (const line of readLines(source.read(packageEntries.chipIndex))) {
    run.throwIfStopped();
    const chip = packageChipSchema.safeParse(parseBoundedJson(line));
    if (!chip.success) throw new BadZip('damaged', 'Its list of chips is damaged.');
    const { file, region, chipIdentifier } = chip.data;
    if (file === null) continue;
    const png = await source.whole(file, maxChipBytes);
    const isSound = pngProblem(png) === undefined;
    await chips.add({ region, chipIdentifier, png: isSound ? png : undefined }, png.length);
  }
  await chips.end();
}

/** Collects items and sends them when there are many, or when their weights sum up. */
function createBatch<T>(
  send: (items: readonly T[]) => Promise<void>,
  limit: { readonly items: number; readonly weight: number },
) {
  let items: T[] = [];
  let weight = 0;
  const end = async () => {
    if (items.length === 0) return;
    const full = items;
    items = [];
    weight = 0;
    await send(full);
  };
  return {
    async add(item: T, itemWeight: number) {
      if (items.length > 0 && weight + itemWeight > limit.weight) await end();
      items.push(item);
      weight += itemWeight;
      if (items.length >= limit.items) await end();
    },
    end,
  };
}
