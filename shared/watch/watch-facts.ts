import type { FindingDetection } from '../findings/finding.ts';
import type { ProcessorChange } from '../jobs/processor-changes.ts';

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
};

/** A look at the area of a rule. */
export type WatchedLook = {
  /** The key of the pass. */
  readonly key: string;
  readonly sensorName: string | null;
  /** Epoch milliseconds; null without a readable time. */
  readonly collectedAt: number | null;
  /** How much of the area it covers, 0…1; null where that is not known. */
  readonly share: number | null;
  /** Matching detections; null where not all of its detections were fetched, or they may be in another image. */
  readonly matches: number | null;
};

/** A record with matching detections whose QC status has changed. */
export type WatchedChange = {
  readonly recordId: string;
  readonly collectedAt: number | null;
  readonly changes: readonly ProcessorChange[];
  readonly detections: number;
};

/** What a fetch brought, as far as a rule watches for it. */
export type WatchFacts =
  | { readonly kind: 'detections'; readonly detections: readonly WatchedDetection[] }
  /** All looks at the area that are in the workspace, in any order. */
  | { readonly kind: 'looks'; readonly looks: readonly WatchedLook[] }
  | { readonly kind: 'changes'; readonly fetchId: string; readonly changes: readonly WatchedChange[] };
