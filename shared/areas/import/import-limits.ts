/** Stated limits of an import. They keep the window responsive; the limits of the service are others. */
export const importLimits = {
  /** Size of a file, and of what is read out of an archive. 20 MB hold some 600,000 positions of GeoJSON. */
  fileBytes: 20_000_000,
  /** Positions in all polygons of a file together. */
  positions: 500_000,
  /** Geometries in a text of WKT. */
  wktGeometries: 100_000,
  /** Files in an archive. */
  archiveEntries: 2_000,
  /** All files of an archive together, unpacked, by its own directory. */
  archiveBytes: 100_000_000,
  /** Unpacked over packed size of one file of more than a megabyte. Text packs 5 to 40 times. */
  archiveRatio: 200,
  /** Depth of geometry collections within one another. */
  collectionDepth: 100,
  /** Comparisons of edges, for the whole file: about 25 for each edge of a coastline. */
  comparisons: 12_000_000,
  /** Refused parts that are listed one by one; the rest is counted. */
  refusalNotes: 100,
  /** Places that are named in one note; the rest is counted. */
  placesPerNote: 20,
} as const;

/** `20 MB`. */
export function formatMegabytes(bytes: number): string {
  return `${Number((bytes / 1e6).toPrecision(3))} MB`;
}
