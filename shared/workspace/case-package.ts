import { z } from 'zod';
import { formatCount, formatQuantity } from '../format.ts';
import { fieldListSchema } from '../results/field-list.ts';

/** Format name in the manifest, which distinguishes a package from other zip files. */
export const casePackageFormat = 'sightline-case-package';
/** Format version; incremented when older versions of Sightline cannot read the format. */
export const casePackageVersion = 1;

const count = z.int().nonnegative();
const text = z.string().max(10_000);
/** Far more versions than a workspace has; they are shown on one page. */
const maxVersions = 10_000;

/** Counts of the contents of a package. */
export const packageCountsSchema = z.object({
  records: count,
  /** Those in the scope. */
  detections: count,
  /** All detections of its raw records, also those outside the scope; absent in packages of former versions. */
  recordDetections: count.optional(),
  footprints: count,
  reviews: count,
  areas: count,
  searches: count,
  /** Calibrations of its chips; absent in packages of former versions. */
  calibrations: count.optional(),
  /** Corrected meanings of properties; absent in packages of former versions. */
  corrections: count.optional(),
  chips: count,
  /** Chips that belong to its detections but were not in the cache. */
  missingChips: count,
});
export type PackageCounts = z.infer<typeof packageCountsSchema>;

/** The detections of a package, and those of its raw records where these are more. */
export function describePackageDetections({
  detections,
  recordDetections = detections,
}: Pick<PackageCounts, 'detections' | 'recordDetections'>): string {
  const chosen = formatQuantity(detections, 'detection');
  return recordDetections > detections
    ? `${chosen} (the raw records hold ${formatCount(recordDetections)})`
    : chosen;
}

/** Content of `manifest.json`, whose names are a part of the format. */
export const packageManifestSchema = z.object({
  format: z.literal(casePackageFormat),
  version: z.int().positive(),
  /** Version of the Sightline that wrote it. */
  sightline: text,
  /** UTC, ISO 8601. */
  madeAt: text,
  /** The account of the workspace it was created from. */
  madeBy: text,
  /** Description of its detections. */
  scope: text,
  counts: packageCountsSchema,
  /** The queries that fetched its records, with the number of records of each. */
  queries: z.array(z.object({ text: z.string(), records: count })),
  /** Processors of the records, by name and version. */
  processors: z.array(z.object({ name: text, version: text.nullable(), records: count })).max(maxVersions),
  products: z
    .array(z.object({ productType: text.nullable(), documentVersion: text.nullable(), records: count }))
    .max(maxVersions),
  /** Every other file of the package. */
  entries: z.array(z.object({ name: z.string(), bytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type PackageManifest = z.infer<typeof packageManifestSchema>;

/** A line of `records/index.jsonl`: the length of a record in `records/records.jsonl`, and its origin. */
export const packageRecordSchema = z.object({
  recordId: z.string(),
  bytes: count,
  sha256: z.string(),
  fetchedAt: z.string(),
  /** Index of the query in the manifest's list. */
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

/** Preview of a package for the page, before anything is imported. */
export type PackagePreview = Omit<PackageManifest, 'entries' | 'queries'> & {
  readonly queryCount: number;
  readonly fileName: string;
  readonly bytes: number;
};
