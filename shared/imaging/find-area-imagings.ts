import type { Region } from '../geo/region.ts';
import { type FindableLengths, findableLengths, limitOf } from '../results/analytics.ts';
import type { SiteKind } from '../site-kinds.ts';
import { type MeasuredArea, shareImaged } from './imaged-area.ts';

/** One image, or the images of one record, with the analytics that were run on them. */
export type Imaging = {
  readonly analytics: readonly string[];
  /** Empty where it is not known what the images show. */
  readonly footprints: readonly Region[];
};

/** An imaging that covers an area with an analytic, or with any. */
export type AreaImaging<Item extends Imaging> = {
  readonly imaging: Item;
  /** Share of an area that it covers: more than 0, up to 1; of a point 1. */
  readonly share: number;
  /** Objects that the analytic finds; null without an analytic, and where no limits are stated. */
  readonly lengths: FindableLengths | null;
};

/**
 * Whether an analytic that was run on an image of an area examines it, so that nothing found there states something. One that
 * is limited to a kind of site examines those that the user has marked as such; of all others it is not known.
 */
export function examines(analytic: string, siteKind: SiteKind | undefined): boolean {
  const limit = limitOf(analytic);
  return limit === null || limit === siteKind;
}

/**
 * Whether one of the analytics that were run on an image examines all of it, of those that are `included` (undefined: all). An
 * image of which no analytic is known is not known to be limited.
 */
export function examinesAll(run: readonly string[], included: readonly string[] | undefined): boolean {
  const counted = run.filter((analytic) => included?.includes(analytic) ?? true);
  return counted.length === 0 || counted.some((analytic) => limitOf(analytic) === null);
}

/**
 * Finds the imagings that cover an area: whether an area was imaged is decided here alone. With `analytic` only those on
 * which it was run. An imaging without a footprint is not known to show anything and is left out.
 */
export function findAreaImagings<Item extends Imaging>(
  area: MeasuredArea,
  imagings: readonly Item[],
  analytic: string | null = null,
): readonly AreaImaging<Item>[] {
  const lengths = analytic === null ? null : findableLengths(analytic);
  return imagings.flatMap((imaging) => {
    if (analytic !== null && !imaging.analytics.includes(analytic)) return [];
    const share = shareImaged(area, imaging.footprints);
    return share > 0 ? [{ imaging, share, lengths }] : [];
  });
}
