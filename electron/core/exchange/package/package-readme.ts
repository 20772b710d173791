import {
  describePackageDetections,
  type PackageManifest,
} from '../../../../shared/workspace/case-package.ts';
import { packageEntries } from './package-entries.ts';

/** The text of the README in the zip, for users without Sightline. */
export function packageReadme({
  madeAt,
  madeBy,
  sightline,
  scope,
  counts,
}: Omit<PackageManifest, 'entries'>): string {
  return `Case package of Sightline ${sightline}

Made ${madeAt} by ${madeBy}.
Holds: ${scope}.

${counts.records} records, ${describePackageDetections(counts)}, ${counts.footprints} footprints, ${counts.reviews} reviews,
${counts.areas} areas, ${counts.searches} saved searches, ${counts.chips} image chips
(${counts.missingChips} more belong to the detections but were not on the disk where it was made).

To open it in Sightline: Settings → Workspace → Open case package.

Without Sightline:
${packageEntries.detections}, ${packageEntries.footprints}
    GeoJSON (RFC 7946), longitude and latitude on WGS 84. QGIS, ArcGIS and web maps open them.
${packageEntries.records}
    The records as the service sent them, byte for byte, one after the other with a line feed between.
${packageEntries.recordIndex}
    One line a record: length, SHA-256, when it was fetched, by which query (numbers count the queries of the
    manifest from 0), and the offset of its page.
${packageEntries.reviews}, ${packageEntries.reviewHistory}
    Verdicts, flags and notes, by record and by the identity of its detections; the history has every change.
${packageEntries.areas}, ${packageEntries.searches}
    Areas of interest and saved searches.
${packageEntries.calibrations}
    Lengths that analysts measured on chips, by image product: meters for each pixel.
${packageEntries.corrections}
    What analysts corrected about the meaning of properties, by product format.
chips/
    Image chips (PNG); ${packageEntries.chipIndex} lists the file of each, and which are missing.
${packageEntries.manifest}
    Queries, versions of processors and products, and the SHA-256 of every file.
`;
}
