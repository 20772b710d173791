import type { Region } from '../geo/region.ts';
import type { FindableLengths } from '../results/analytics.ts';
import type { DetectionFilter } from '../results/detection.ts';
import type { PassImage } from './pass.ts';

/** Areas to find looks at, and which passes and detections count. */
export type AreaLooksRequest = {
  readonly areas: readonly { readonly id: string; readonly region: Region }[];
  /** Its members that apply to images restrict the looks, the others what is counted in them. */
  readonly filter: DetectionFilter;
};

/** A detection of several looks: its record does not state which of its analytics found it, or in which of its images. */
export type SharedDetection = { readonly id: number; readonly isReviewed: boolean };

/** A look at an area: a pass that covers it with an analytic (`shared/looks`), and what it found there. */
export type AreaLook = PassImage & {
  readonly passKey: string;
  readonly analytic: string;
  /** Lengths that the analytic finds; null where no limits are stated. */
  readonly lengths: FindableLengths | null;
  /**
   * Share of the area that it covers, 0…1: 0 where detections lie inside though its footprint does not reach it; null
   * for an image without a footprint, which has detections inside.
   */
  readonly share: number | null;
  /** Whether the detections of all its records were requested: without some, more may have been found. */
  readonly hasAllFeatures: boolean;
  /** Detections of the analytic inside that match the filter. */
  readonly detections: number;
  /** Counts of these with a verdict, and confirmed. */
  readonly reviewed: number;
  readonly confirmed: number;
  /** Detections that other looks at the area count, too. */
  readonly shared: readonly SharedDetection[];
  readonly recordIds: readonly string[];
  /** Versions of the processor, sorted; empty where none is stated. */
  readonly versions: readonly string[];
};

/** The looks at one area by time; those without a time come last. */
export type LooksOfArea = { readonly areaId: string; readonly looks: readonly AreaLook[] };

/** Counts the detections of looks at one area, each once: looks of several analytics or images share some. */
export function countDistinct(
  looks: readonly Pick<AreaLook, 'detections' | 'reviewed' | 'shared'>[],
): Pick<AreaLook, 'detections' | 'reviewed'> {
  const counted = new Set<number>();
  let [detections, reviewed] = [0, 0];
  for (const look of looks) {
    detections += look.detections;
    reviewed += look.reviewed;
    for (const { id, isReviewed } of look.shared) {
      if (counted.has(id)) {
        detections -= 1;
        if (isReviewed) reviewed -= 1;
      } else counted.add(id);
    }
  }
  return { detections, reviewed };
}
