import { intersectSpans, type LongitudeSpan, uniteSpans } from '../geo/longitude-spans.ts';
import { mayMeet, spansAt } from '../geo/region.ts';
import { type LatitudeStrip, latitudeStrips, stripArea } from '../geo/region-area.ts';
import type { Image, LedgerArea } from './ledger-record.ts';

/** Fewer strips than usual: thousands of footprints are measured, and a share to half a per cent is enough. */
const stripsPerArea = 120;

/** An area cut into strips. */
export type MeasuredArea = LedgerArea & {
  readonly strips: readonly LatitudeStrip[];
  /** What the area holds in each strip. */
  readonly spans: readonly (readonly LongitudeSpan[])[];
  readonly squareMetres: number;
};

/** Cuts an area into strips and measures it. */
export function measureLedgerArea({ name, region }: LedgerArea): MeasuredArea {
  const strips = latitudeStrips(region, [], stripsPerArea);
  const spans = strips.map(({ latitude }) => spansAt(region, latitude));
  return { name, region, strips, spans, squareMetres: stripArea(strips, (_, index) => spans[index] ?? []) };
}

/** What images cover of an area in each strip; null when none of them has a footprint. */
export type Coverage = readonly (readonly LongitudeSpan[])[] | null;

/** What the footprints of images cover of an area. */
export function coverageBy(images: readonly Image[], area: MeasuredArea): Coverage {
  const regions = images.flatMap(({ region }) => region ?? []);
  if (regions.length === 0) return null;
  const near = regions.filter((region) => mayMeet(region, area.region));
  if (near.length === 0) return [];
  return area.strips.map(({ latitude }, index) =>
    intersectSpans(area.spans[index] ?? [], uniteSpans(near.flatMap((region) => spansAt(region, latitude)))),
  );
}

/** How much of the area is covered, 0…1. */
export function shareOf(coverage: Coverage, { strips, squareMetres }: MeasuredArea): number {
  if (coverage === null || coverage.length === 0 || squareMetres === 0) return 0;
  return Math.min(1, stripArea(strips, (_, index) => coverage[index] ?? []) / squareMetres);
}
