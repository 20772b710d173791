import { formatBytes, formatCount, formatQuantity } from '../format.ts';
import { maxReportedDetections } from '../reports/report-kind.ts';
import type { DetectionFilter } from '../results/detection.ts';
import { exportFormatInfo } from './export-format.ts';
import { type ExportOptions, standardReport } from './export-request.ts';

/** Bytes of KML for a detection with the properties of the demo service, measured, without and with a balloon. */
const kmlBytes = { kml: 2100, bareKmz: 2700, kmz: 4100 } as const;
/** Maximum number of bytes that libkml reads of a KMZ. */
const maxKmzBytes = 2 ** 32;
/** Fewer placemarks than this are not worth a sentence. */
const manyPlacemarks = 50_000;
/** More entries need Zip64 (APPNOTE 4.4.1.4). */
const maxPlainEntries = 65_534;

/** Reason why a report of so many detections is refused; undefined where it is not, as an AIS report before it is restricted. */
export function reportRefusal(
  { format, report = standardReport }: Pick<ExportOptions, 'format' | 'report'>,
  detections: number,
  isRestricted = report.kind !== 'ais',
): string | undefined {
  if (!isRestricted) return undefined;
  const most = exportFormatInfo(format).isReport ? maxReportedDetections[report.kind] : null;
  return most !== null && detections > most
    ? `A report lists at most ${formatCount(most)} detections, and there are more. Add conditions to the filter.`
    : undefined;
}

/**
 * A sentence about an export of so many detections that it will be refused, or that its readers may not be able to open
 * it; undefined for others.
 */
export function describeLarge(
  options: Pick<ExportOptions, 'format' | 'report'>,
  detections: number,
): string | undefined {
  const { format } = options;
  if ((format === 'kml' || format === 'kmz') && detections > manyPlacemarks) {
    const bytes = detections * kmlBytes[format];
    const remedy = 'Filter the detections, or choose GeoPackage.';
    if (format === 'kml' || bytes <= maxKmzBytes)
      return `About ${formatBytes(bytes)} of KML, which globes load into memory at once. ${remedy}`;
    return detections * kmlBytes.bareKmz > maxKmzBytes
      ? `Probably more than 4 GiB of KML, which a KMZ cannot have. ${remedy}`
      : `Probably some balloons without their table, since a KMZ has at most 4 GiB of KML, which globes load into memory at once. ${remedy}`;
  }
  if (format === 'cot' && detections > maxPlainEntries) {
    return `TAK imports ${formatQuantity(detections, 'marker')} one by one, from a package with as many files, which needs Zip64. Filter the detections.`;
  }
  if (reportRefusal(options, detections, true) !== undefined && options.report?.kind === 'ais')
    return 'More detections than a report lists: it is of those whose place and time AIS files cover.';
  return reportRefusal(options, detections);
}

/** A filter, restricted to detections whose place and time AIS files cover. */
export function coveredByAis(filter: DetectionFilter): DetectionFilter {
  const restriction = 'ais != "unknown"';
  const { expression } = filter;
  return {
    ...filter,
    expression: expression === undefined ? restriction : `(${expression}) and ${restriction}`,
  };
}
