const startLength = 64 * 1024;
/** The end of an archive, where the names of its files are. */
const endLength = 64 * 1024;

/**
 * Whether a file that was dropped on the window seems to have raw records of the service rather than areas. GeoJSON and
 * zipped shapefiles have the same extensions, so the content decides.
 */
export async function looksLikeRawRecords(file: Pick<File, 'name' | 'size' | 'slice'>): Promise<boolean> {
  const name = file.name.toLowerCase();
  if (name.endsWith('.ndjson') || name.endsWith('.jsonl')) return true;
  try {
    if (name.endsWith('.json')) {
      const start = await file.slice(0, startLength).text();
      return start.includes('"assignedId"') || start.includes('_udp_analyticgeojsonrecord"');
    }
    if (!name.endsWith('.zip')) return false;
    const end = await file.slice(Math.max(0, file.size - endLength)).text();
    return /\.(?:json|ndjson|jsonl)/i.test(end) && !/\.(?:shp|kml)/i.test(end);
  } catch {
    // A folder or a file that cannot be read; the import of areas reports it.
    return false;
  }
}
