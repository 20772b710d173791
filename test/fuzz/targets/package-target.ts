import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { strFromU8 } from 'fflate';
import { type CasePackage, openPackage } from '../../../electron/core/exchange/package/open-package.ts';
import type { PackageBatch } from '../../../electron/core/exchange/package/package-batch.ts';
import { packageEntries } from '../../../electron/core/exchange/package/package-entries.ts';
import { readPackage } from '../../../electron/core/exchange/package/read-package.ts';
import { propertyCorrectionsKey } from '../../../electron/core/workspace/read/property-corrections.ts';
import { keyOf } from '../../../shared/results/merge-corrections.ts';
import type { PropertyCorrection } from '../../../shared/results/property-correction.ts';
import { type ReviewOfDetection, reviewKey } from '../../../shared/review/merge-reviews.ts';
import type { PackageChip } from '../../../shared/workspace/case-package.ts';
import type { SeededRandom } from '../../builders/seeded-random.ts';
import { buildToolRun } from '../../builders/tool-run.ts';
import { expectThat } from '../damage.ts';
import type { FuzzInput, FuzzTarget } from '../fuzz-target.ts';
import { mutate } from '../mutate.ts';
import { once, writeScratch } from '../scratch-file.ts';
import { buildManifest, buildPackageFiles, type PackageFiles, zipPackage } from './package-seed.ts';

/** No damaged package is longer. */
const maxBytes = 2 ** 24;

/** Case packages: refused, or sent whole. */
export const packages: FuzzTarget = {
  name: 'packages',
  make: makePackage,
  async check(input) {
    const batches: PackageBatch[] = [];
    const run = buildToolRun<PackageBatch>({
      onBatch: async (batch) => {
        batches.push(batch);
      },
    });
    const file = writeScratch(input);
    const reviewsFile = `${file}.gpkg`;
    try {
      const read = await readPackage({ path: file, parts: 'everything', reviewsFile }, run);
      if (read.ok) await expectWhole(file, batches, reviewsFile);
    } finally {
      rmSync(reviewsFile, { force: true });
    }
  },
};

const seedFiles = once(buildPackageFiles);
const wholePackages = once(() => [zipPackage(seedFiles(), 0), zipPackage(seedFiles(), 1)] as const);

/** Half of them are damaged as a file, half in a content whose size and hash the manifest then has. */
function makePackage(random: SeededRandom): FuzzInput {
  const files = seedFiles();
  // Compressing takes as long as reading.
  const level = random.chance(0.1) ? 1 : 0;
  if (random.chance(0.5)) {
    const whole = wholePackages()[level];
    return { bytes: mutate(whole, whole, random), extension: 'zip' };
  }
  const names = Object.keys(files);
  const name = random.pick(names);
  const content = mutate(contentOf(files, name), contentOf(files, random.pick(names)), random);
  const damaged = { ...files, [name]: content };
  const isManifest = name === packageEntries.manifest;
  const sound = isManifest ? damaged : { ...damaged, [packageEntries.manifest]: buildManifest(damaged) };
  return { bytes: zipPackage(sound, level), extension: 'zip' };
}

function contentOf(files: PackageFiles, name: string): Uint8Array {
  const content = files[name];
  if (!content) throw new Error(`The package has no ${name}.`);
  return content;
}

/** Fails when something that the package lists was not sent. */
async function expectWhole(
  file: string,
  batches: readonly PackageBatch[],
  reviewsFile: string,
): Promise<void> {
  const source = await openPackage(file, buildToolRun());
  const database = new DatabaseSync(reviewsFile, { readOnly: true });
  try {
    const { reviews, reviewHistory, corrections, ...listed } = await readLists(source);
    const stored = database.prepare('SELECT value FROM settings WHERE key = ?').get(propertyCorrectionsKey);
    const written = stored ? (JSON.parse(String(stored.value)) as readonly unknown[]).length : 0;
    expectThat(
      written === corrections,
      `${corrections} corrected meanings are in the package, ${written} were written`,
    );
    for (const [table, count] of [
      ['reviews', reviews],
      ['review_history', reviewHistory],
    ] as const) {
      const written = database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count;
      expectThat(written === count, `${count} rows of ${table} are in the package, ${written} were written`);
    }
    for (const [kind, count] of Object.entries(listed)) {
      const sent = batches.reduce((sum, batch) => sum + (batch.kind === kind ? sizeOf(batch) : 0), 0);
      expectThat(sent === count, `${count} ${kind} are in the package, ${sent} were sent`);
    }
  } finally {
    database.close();
    source.close();
  }
}

/** How many items of each kind the files of a package list. */
async function readLists(source: CasePackage) {
  const text = async (name: string) => strFromU8(await source.whole(name, maxBytes));
  const lines = async (name: string) => {
    const all = (await text(name)).split('\n');
    return all.at(-1) === '' ? all.slice(0, -1) : all;
  };
  const list = async (name: string) => JSON.parse(await text(name)) as readonly unknown[];
  const chips = (await lines(packageEntries.chipIndex)).map((line) => JSON.parse(line) as PackageChip);
  return {
    records: (await lines(packageEntries.recordIndex)).length,
    // Of several reviews of one detection the first counts.
    reviews: new Set(
      (await lines(packageEntries.reviews)).map((line) => reviewKey(JSON.parse(line) as ReviewOfDetection)),
    ).size,
    reviewHistory: (await lines(packageEntries.reviewHistory)).length,
    areas: (await list(packageEntries.areas)).length,
    searches: (await list(packageEntries.searches)).length,
    calibrations: source.has(packageEntries.calibrations)
      ? (await list(packageEntries.calibrations)).length
      : 0,
    // Of several corrections of one property the later counts.
    corrections: source.has(packageEntries.corrections)
      ? new Set(((await list(packageEntries.corrections)) as readonly PropertyCorrection[]).map(keyOf)).size
      : 0,
    chips: chips.filter(({ file }) => file !== null).length,
  };
}

function sizeOf(batch: PackageBatch): number {
  switch (batch.kind) {
    case 'verified':
    case 'reviews':
      return 1;
    case 'records':
      return batch.records.length;
    case 'areas':
      return batch.areas.length;
    case 'searches':
      return batch.searches.length;
    case 'calibrations':
      return batch.calibrations.length;
    default:
      return batch.chips.length;
  }
}
