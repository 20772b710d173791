import { brandOfQuery } from '../../../../shared/results/brand-of-query.ts';
import { type ReviewOfDetection, reviewKey } from '../../../../shared/review/merge-reviews.ts';
import type { ReviewedDetection } from '../../../../shared/review/reviewed-detection.ts';
import { BadZip } from '../../../../shared/zip/bad-zip.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { encodeGeometry } from '../../workspace/geopackage/geometry-blob.ts';
import { createDetectionIdentities } from '../../workspace/ingest/detection-identity.ts';
import { describeDetections, toReviewedDetection } from '../../workspace/ingest/match/detection-rows.ts';
import { parseRecord } from '../../workspace/ingest/parse-record.ts';
import { createTracer } from '../../workspace/ingest/trace-detection.ts';
import type { CasePackage } from './open-package.ts';
import { type PackagedRecord, packagePages } from './package-pages.ts';

/** More would need more memory than a package may use. */
const maxUndescribed = 500_000;

/**
 * Packages of former versions do not include the reviewed detections: they are read from the raw records, because the
 * workspace may have another version of a record.
 */
export async function describeFormerReviews(
  source: CasePackage,
  readReviews: () => AsyncIterable<ReviewOfDetection>,
): Promise<(review: ReviewOfDetection) => ReviewOfDetection> {
  const needed = new Map<string, Set<string>>();
  let count = 0;
  for await (const { recordId, identity, detection } of readReviews()) {
    if (detection) continue;
    count += 1;
    if (count > maxUndescribed) {
      throw new BadZip('too-large', `It has more than ${maxUndescribed} reviews without their detection.`);
    }
    const names = needed.get(recordId) ?? new Set();
    needed.set(recordId, names.add(identity));
  }
  if (needed.size === 0) return (review) => review;
  const found = new Map<string, ReviewedDetection>();
  for await (const page of packagePages(source)) {
    for (const record of page) {
      const names = needed.get(record.head.recordId);
      if (names) describeRecord(record, brandOf(source, record), names, found);
    }
  }
  return (review) => {
    const detection = review.detection ?? found.get(reviewKey(review));
    return detection ? { ...review, detection } : review;
  };
}

function brandOf({ manifest }: CasePackage, { head }: PackagedRecord): string {
  return brandOfQuery(manifest.queries[head.query]?.text ?? '');
}

function describeRecord(
  { head: { recordId, fields }, bytes }: PackagedRecord,
  brand: string,
  names: ReadonlySet<string>,
  found: Map<string, ReviewedDetection>,
): void {
  const record = parseRecord(parseBoundedJson(new TextDecoder().decode(bytes)), {
    brand,
    fields,
    isUtf8: true,
  });
  const traceOf = createTracer(record);
  const identities = createDetectionIdentities();
  const rows = record.features.map((feature) => ({
    fid: feature.position,
    position: feature.position,
    geometry: encodeGeometry(feature.geometry, feature.hasZ),
    analytic: traceOf(feature).analytic,
    chip: feature.chipIdentifier,
    properties: null,
  }));
  for (const row of describeDetections(rows)) {
    const identity = identities.next(row.chip, row.position, row.geometry ?? new Uint8Array());
    const detection = names.has(identity) ? toReviewedDetection(row) : null;
    if (detection) found.set(reviewKey({ recordId, identity }), detection);
  }
}
