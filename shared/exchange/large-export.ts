import { formatBytes, formatQuantity } from '../format.ts';
import type { ExportFormat } from './export-format.ts';

/** Bytes of KML for a detection with the properties of the demo service, measured (docs/benchmarks.md). */
const kmlBytesOf = { kml: 2000, kmz: 3000 } as const;
/** Fewer placemarks than this are not worth a sentence. */
const manyPlacemarks = 50_000;
/** More entries need Zip64 (APPNOTE 4.4.1.4). */
const maxPlainEntries = 65_534;

/** A sentence about an export that its readers may not be able to open, as it is so large; undefined for others. */
export function describeLarge(format: ExportFormat, detections: number): string | undefined {
  if ((format === 'kml' || format === 'kmz') && detections > manyPlacemarks) {
    const bytes = formatBytes(detections * kmlBytesOf[format]);
    return `About ${bytes} of KML, which globes load into memory at once. Filter the detections, or choose GeoPackage.`;
  }
  if (format === 'cot' && detections > maxPlainEntries) {
    return `TAK imports ${formatQuantity(detections, 'marker')} one by one, from a package with as many files, which needs Zip64. Filter the detections.`;
  }
  return undefined;
}
