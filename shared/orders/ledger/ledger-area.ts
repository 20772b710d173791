import { intersectSpans, type LongitudeSpan, unionSpans } from '../../geo/longitude-spans.ts';
import { boundsIntersect, longitudeSpansAt } from '../../geo/region.ts';
import { type LatitudeStrip, latitudeStrips, stripArea } from '../../geo/region-area.ts';
import type { Image, LedgerArea } from './ledger-record.ts';

/** Fewer strips than the default: thousands of footprints are measured, and an accuracy of 0.5 % is enough. */
const stripsPerArea = 120;

/** A ledger area cut into latitude strips. */
export type MeasuredArea = LedgerArea & {
  readonly strips: readonly LatitudeStrip[];
  /** The longitude spans of the area in each strip. */
  readonly spans: readonly (readonly LongitudeSpan[])[];
  readonly squareMetres: number;
};

/** Cuts an area into strips and measures it. */
export function measureLedgerArea({ name, region }: LedgerArea): MeasuredArea {
  const strips = latitudeStrips(region, [], stripsPerArea);
  const spans = strips.map(({ latitude }) => longitudeSpansAt(region, latitude));
  return { name, region, strips, spans, squareMetres: stripArea(strips, (_, index) => spans[index] ?? []) };
}

/** The longitude spans of an area that images cover, for each strip; null when no image has a footprint. */
export type Coverage = readonly (readonly LongitudeSpan[])[] | null;

/** Computes the part of an area that the footprints of images cover. */
export function computeCoverage(images: readonly Image[], area: MeasuredArea): Coverage {
  const regions = images.flatMap(({ region }) => region ?? []);
  if (regions.length === 0) return null;
  const near = regions.filter((region) => boundsIntersect(region, area.region));
  if (near.length === 0) return [];
  return area.strips.map(({ latitude }, index) =>
    intersectSpans(
      area.spans[index] ?? [],
      unionSpans(near.flatMap((region) => longitudeSpansAt(region, latitude))),
    ),
  );
}

/** Returns the covered share of the area, 0…1. */
export function coverageShare(coverage: Coverage, { strips, squareMetres }: MeasuredArea): number {
  if (coverage === null || coverage.length === 0 || squareMetres === 0) return 0;
  return Math.min(1, stripArea(strips, (_, index) => coverage[index] ?? []) / squareMetres);
}
