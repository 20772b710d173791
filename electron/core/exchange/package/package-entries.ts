/** Names of the files in a case package. Chips are numbered files in `chips/`. */
export const packageEntries = {
  readme: 'README.txt',
  manifest: 'manifest.json',
  records: 'records/records.jsonl',
  recordIndex: 'records/index.jsonl',
  detections: 'detections.geojson',
  footprints: 'footprints.geojson',
  reviews: 'reviews/reviews.jsonl',
  reviewHistory: 'reviews/history.jsonl',
  areas: 'areas.json',
  searches: 'searches.json',
  calibrations: 'calibrations.json',
  corrections: 'corrections.json',
  chipIndex: 'chips/index.jsonl',
} as const;

/** An area of half a million positions has a list for each; a manifest has an object for each file. */
export const packageJson = { maxContainers: 1_500_000 } as const;

/** The queries of ten thousand pages fit: the manifest has the text of each. */
const maxBytesOfQueries = 16 * 1024 * 1024;
/** The limit of what the manifest states about a file. */
const maxBytesPerEntry = 256;

/**
 * The largest manifest that is written and read, in a package of so many files. The directory of the zip takes space for
 * each file, so that a small zip cannot have a large manifest.
 */
export function maxManifestBytes(entryCount: number): number {
  return maxBytesOfQueries + maxBytesPerEntry * entryCount;
}
