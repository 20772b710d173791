import { z } from 'zod';
import { fieldListSchema } from '../results/search.ts';

/** Stands in the manifest, so that another zip is not taken for a package. */
export const casePackageFormat = 'sightline-case-package';
/** Raised when an older Sightline could not read what is written. */
export const casePackageVersion = 1;

const count = z.int().nonnegative();

/** How much a package holds. */
export const packageCountsSchema = z.object({
  records: count,
  detections: count,
  footprints: count,
  reviews: count,
  areas: count,
  searches: count,
  chips: count,
  /** Chips that belong to its detections but were not in the cache. */
  missingChips: count,
});
export type PackageCounts = z.infer<typeof packageCountsSchema>;

/** What stands in `manifest.json`. */
export const packageManifestSchema = z.object({
  format: z.literal(casePackageFormat),
  version: z.int().positive(),
  /** Of the Sightline that wrote it. */
  sightline: z.string(),
  /** UTC, ISO 8601. */
  madeAt: z.string(),
  /** The account in whose workspace it was made. */
  madeBy: z.string(),
  /** Which detections it was made of, in words. */
  scope: z.string(),
  counts: packageCountsSchema,
  /** The texts that brought its records, with how many each brought. */
  queries: z.array(z.object({ text: z.string(), records: count })),
  /** What made the records, by name and version. */
  processors: z.array(z.object({ name: z.string(), version: z.string().nullable(), records: count })),
  products: z.array(
    z.object({ productType: z.string().nullable(), documentVersion: z.string().nullable(), records: count }),
  ),
  /** Every other file of the package. */
  entries: z.array(z.object({ name: z.string(), bytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type PackageManifest = z.infer<typeof packageManifestSchema>;

/** A line of `records/index.jsonl`: where a record's bytes stand in `records/records.jsonl`, and where it came from. */
export const packageRecordSchema = z.object({
  recordId: z.string(),
  bytes: count,
  sha256: z.string(),
  fetchedAt: z.string(),
  /** Number of the query in the manifest's list. */
  query: count,
  pageOffset: count.nullable(),
  fields: fieldListSchema,
});
export type PackageRecord = z.infer<typeof packageRecordSchema>;

/** A line of `chips/index.jsonl`; without a file the chip was not in the cache. */
export const packageChipSchema = z.object({
  file: z.string().nullable(),
  region: z.string(),
  chipIdentifier: z.string(),
});
export type PackageChip = z.infer<typeof packageChipSchema>;

/** What the page may know of a package before anything is done with it. */
export type PackageLook = Omit<PackageManifest, 'entries'> & {
  readonly fileName: string;
  readonly bytes: number;
};
