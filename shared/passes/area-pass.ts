import type { Region } from '../geo/region.ts';
import type { FindableLengths } from '../results/analytics.ts';
import type { DetectionFilter } from '../results/detection.ts';
import type { SiteKind } from '../site-kinds.ts';
import type { PassImage } from './pass.ts';

export type RequestedArea = {
  readonly id: string;
  readonly region: Region;
  /** The kind of site that the user has marked it as. */
  readonly siteKind?: SiteKind | undefined;
};

/** Areas to find the passes over, and which passes and detections count. */
export type AreaPassesRequest = {
  readonly areas: readonly RequestedArea[];
  /** Its members that apply to images restrict the passes, the others what is counted in them. */
  readonly filter: DetectionFilter;
};

/** A detection of several analytics or images: its record does not state which of them found it. */
export type SharedDetection = { readonly id: number; readonly isReviewed: boolean };

/** A pass over an area with one analytic: whether and how much it covers (`shared/imaging`), and what was found there. */
export type AreaPass = PassImage & {
  readonly passKey: string;
  readonly analytic: string;
  /** Lengths that the analytic finds; null where no limits are stated. */
  readonly lengths: FindableLengths | null;
  /**
   * Share of the area that it covers, 0…1: 0 where detections lie inside though its footprint does not reach it; null
   * for an image without a footprint, which has detections inside.
   */
  readonly share: number | null;
  /** Whether the analytic examines the area (`shared/imaging`): otherwise nothing found there states nothing. */
  readonly isExamined: boolean;
  /** Whether the detections of all its records were requested: without some, more may have been found. */
  readonly hasAllFeatures: boolean;
  /** Detections of the analytic inside that match the filter. */
  readonly detections: number;
  /** Counts of these with a verdict, and confirmed. */
  readonly reviewed: number;
  readonly confirmed: number;
  /** Detections that others of the area count, too: of another pass, or of another analytic. */
  readonly shared: readonly SharedDetection[];
  readonly recordIds: readonly string[];
  /** Versions of the processor, sorted; empty where none is stated. */
  readonly versions: readonly string[];
};

/** The passes over one area, each once for each analytic, by time; those without a time come last. */
export type PassesOfArea = { readonly areaId: string; readonly areaPasses: readonly AreaPass[] };

/** Counts the detections of passes over one area, each once: those of several analytics or images share some. */
export function countDistinct(
  areaPasses: readonly Pick<AreaPass, 'detections' | 'reviewed' | 'shared'>[],
): Pick<AreaPass, 'detections' | 'reviewed'> {
  const counted = new Set<number>();
  let [detections, reviewed] = [0, 0];
  for (const areaPass of areaPasses) {
    detections += areaPass.detections;
    reviewed += areaPass.reviewed;
    for (const { id, isReviewed } of areaPass.shared) {
      if (counted.has(id)) {
        detections -= 1;
        if (isReviewed) reviewed -= 1;
      } else counted.add(id);
    }
  }
  return { detections, reviewed };
}
