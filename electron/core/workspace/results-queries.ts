import type {
  DetectionFilter,
  DetectionPageRequest,
  Footprint,
  RecordPageRequest,
  RecordPageResult,
} from '../../../shared/results/detection.ts';
import type {
  DetectionField,
  ParameterSummary,
  PropertySummary,
} from '../../../shared/results/detection-field.ts';
import type {
  Distribution,
  DistributionRequest,
  GroupCount,
  GroupCountRequest,
  Timeline,
  TimelineRequest,
} from '../../../shared/results/statistics.ts';
import type { QueuePass } from '../../../shared/review/queue-pass.ts';

/** Queries over all detections at once. They are computed from columns in memory, not from rows. */
export type ResultsQueries = {
  /** Which detections of the feed match the filter: the bytes of `encodeMatchMask`. */
  matchMask(filter: DetectionFilter): Uint8Array<ArrayBuffer>;
  /** Ids of the detections that match the filter, ascending. */
  matchingIds(filter: DetectionFilter): Uint32Array<ArrayBuffer>;
  /** The same in the order of a table, or by image with the latest first. */
  reviewQueue(
    filter: DetectionFilter,
    order: DetectionPageRequest['sort'] | 'pass',
  ): Uint32Array<ArrayBuffer>;
  /** How many detections of each image a queue by image has, in its order. */
  queuePasses(filter: DetectionFilter): readonly QueuePass[];
  /** The values of a numeric field in the feed's order, NaN where there is none. */
  feedValues(field: DetectionField): { readonly version: number; readonly values: Float32Array<ArrayBuffer> };
  /** What the values of a field are in the colors of the map: the bytes of `encodeFeedColors`. */
  feedColors(field: DetectionField): Uint8Array<ArrayBuffer>;
  /** Greatest first; days in their order. */
  groupCounts(request: GroupCountRequest): readonly GroupCount[];
  distribution(request: DistributionRequest): Distribution;
  timeline(request: TimelineRequest): Timeline;
  /** What properties the features have, by falling count. */
  properties(): readonly PropertySummary[];
  /** What parameters the processors of records have, by falling count. */
  parameters(): readonly ParameterSummary[];
  /** Up to `limit` values of a field that contain `part`, the most frequent first, for completion. */
  fieldValues(
    field: DetectionField,
    part: string,
    limit: number,
  ): readonly { readonly value: string; readonly count: number }[];
  /** A page of the records, those without detections too. */
  recordPage(page: RecordPageRequest): RecordPageResult;
  /** Outlines of the detections that are areas or lines: the bytes of `encodeShapeFeed`, ids as in the feed. */
  areaFeed(): Uint8Array<ArrayBuffer>;
  /** The footprints of all images, each once, in the same form; ids are their keys. */
  footprintFeed(): Uint8Array<ArrayBuffer>;
  /** The records that were made from images with these footprints, by key, the last uploaded first. */
  recordsOfFootprints(fids: readonly number[]): readonly string[];
  /** The footprints of records, each once. */
  recordFootprints(recordIds: readonly string[]): readonly Footprint[];
};
