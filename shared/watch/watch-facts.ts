import type { FindingDetection } from '../findings/finding.ts';
import type { ProcessorChange } from '../jobs/processor-changes.ts';
import type { AreaPass } from '../passes/area-pass.ts';

/** A matching detection that the rule has made no event of. */
export type WatchedDetection = FindingDetection & {
  /** Its number in the workspace. */
  readonly id: number;
  /** Epoch milliseconds; null where the record states none. */
  readonly collectedAt: number | null;
  readonly lengthMeters: number | null;
  /** The nearest named port within 25 nautical miles. */
  readonly port: string | null;
  readonly reviewer: string | null;
  /** Inference from AIS files about it, and from what; absent where the rule is not about it. */
  readonly ais?: string;
};

/** A record with matching detections whose QC status has changed. */
export type WatchedChange = {
  readonly recordId: string;
  readonly collectedAt: number | null;
  readonly changes: readonly ProcessorChange[];
  readonly detections: number;
};

/** Result of a fetch, as far as a rule watches for it. */
export type WatchFacts =
  | { readonly kind: 'detections'; readonly detections: readonly WatchedDetection[] }
  | {
      readonly kind: 'passes';
      /** All passes over the area that are in the workspace, with their matching detections. */
      readonly areaPasses: readonly AreaPass[];
      /** Keys of the passes of which the fetch brought records. */
      readonly fetched: ReadonlySet<string>;
    }
  | { readonly kind: 'changes'; readonly fetchId: string; readonly changes: readonly WatchedChange[] };
