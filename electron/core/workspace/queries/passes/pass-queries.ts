import type {
  PassDetail,
  PassOutline,
  PassPageRequest,
  PassPageResult,
  PassRecord,
  PassShareRequest,
  PassStop,
  PassStopsRequest,
} from '../../../../../shared/passes/pass.ts';
import type { DetectionFilter } from '../../../../../shared/results/detection.ts';

/** Queries over the images from which the records were made. */
export type PassQueries = {
  /** A page of the images that match a filter, including those without detections. */
  passPage(page: PassPageRequest): PassPageResult;
  passDetail(key: string): PassDetail | undefined;
  /** Images as the map draws them, in the order of their keys; those that are not there are left out. */
  passOutlines(keys: readonly string[]): readonly PassOutline[];
  /** A filter that only the detections of an image match. */
  passFilter(key: string): DetectionFilter | undefined;
  /** Ids of the detections of an image, ascending. */
  passIds(key: string): Uint32Array<ArrayBuffer>;
  /** The images that show a part of a view, the earliest first; those without a time come last. */
  passStops(request: PassStopsRequest): readonly PassStop[];
  /** How much of a view an image shows, 0…1; 0 without a footprint, and when there is no such image. */
  passShare(request: PassShareRequest): number;
  /** The workspace's records made from an image; none when there is no such image. */
  passRecords(key: string): readonly PassRecord[];
  /** Keys of the images of a record, in its order: a change result compares two. */
  passesOfRecord(recordId: string): readonly string[];
  /** The footprints of the images that match a filter, each image once: packed for the map. */
  passCoverage(filter: DetectionFilter): Uint8Array<ArrayBuffer>;
};

/** Those that take long even when the images and the mask of their filter are in the caches. */
export type LongPassQuery = 'passPage' | 'passDetail' | 'passStops' | 'passCoverage';
