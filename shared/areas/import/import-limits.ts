/** Limits of the import of areas, so that the window stays responsive; the service has other limits. */
export const importLimits = {
  /** Size of a file, and of the files read from an archive. 20 MB of GeoJSON are about 600,000 positions. */
  fileBytes: 20_000_000,
  /** Positions in all polygons of a file together. */
  positions: 500_000,
  /** Geometries in a text of WKT. */
  wktGeometries: 100_000,
  /** Files in an archive. */
  archiveEntries: 2_000,
  /** Unpacked size of all files of an archive together, as stated in its directory. */
  archiveBytes: 100_000_000,
  /** Ratio of unpacked to packed size of a file of more than a megabyte. Text is packed by a factor of 5 to 40. */
  archiveRatio: 200,
  /** Depth of geometry collections within one another. */
  collectionDepth: 100,
  /** Comparisons of edges, for the whole file: about 25 for each edge of a coastline. */
  comparisons: 12_000_000,
  /** Refused parts that are listed individually; the others are counted. */
  refusalNotes: 100,
  /** Locations that are named in one note; the others are counted. */
  placesPerNote: 20,
} as const;

export type ImportLimits = { readonly [Name in keyof typeof importLimits]: number };

/** Limits of the import of a layer, which is read in a thread of the main process. */
export const layerImportLimits: ImportLimits = {
  ...importLimits,
  // V8's longest string has 2 ** 29 − 24 characters.
  fileBytes: 500_000_000,
  positions: Number.POSITIVE_INFINITY,
  wktGeometries: 1_000_000,
  archiveBytes: 1_500_000_000,
  comparisons: 1_000_000_000,
};

/** `20 MB`. */
export function formatMegabytes(bytes: number): string {
  return `${Number((bytes / 1e6).toPrecision(3))} MB`;
}
