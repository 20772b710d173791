import type { DetectionFilter, DetectionPageRequest } from '../../../../../shared/results/detection.ts';
import { reviewFields } from '../../../../../shared/results/detection-field.ts';
import { createBoundedCache } from './bounded-cache.ts';
import type { Detections } from './column-store.ts';
import type { FieldReader } from './field-reader.ts';
import { filterCacheKey, type Mask } from './filter-mask.ts';
import { ascendingOrder } from './sort-order.ts';

type Sort = DetectionPageRequest['sort'];

/** Memory limit of cached orders of all detections, and of those of filters. */
const maxBytes = 96 * 2 ** 20;

/** The positions of the detections that match a filter, in the order of the table. */
export type SortOrders = (detections: Detections, filter: DetectionFilter, sort: Sort) => Uint32Array;

/** Creates the sort orders; they are cached until the detections change. */
export function createSortOrders(
  fields: FieldReader,
  maskOf: (detections: Detections, filter: DetectionFilter) => Mask,
): SortOrders {
  const cache = createBoundedCache(maxBytes);
  let version = -1;
  const bytesOf = (order: Uint32Array) => order.byteLength;
  return (detections, filter, sort) => {
    if (version !== detections.rowsVersion) cache.clear();
    version = detections.rowsVersion;
    const field = [sort.field, reviewFields.has(sort.field) ? detections.reviewsVersion : null];
    const ascending = cache.get(
      JSON.stringify(field),
      () => ascendingOrder(fields(detections, sort.field)),
      bytesOf,
    );
    const mask = maskOf(detections, filter);
    const isWhole = mask.count === ascending.length;
    if (isWhole && sort.order === 'ASC') return ascending;
    return cache.get(
      JSON.stringify([...field, sort.order, isWhole ? null : filterCacheKey(detections, filter)]),
      () => {
        const matching = isWhole ? ascending : pickPositions(ascending, mask);
        // Equal values go by falling id when the values fall.
        return sort.order === 'ASC' ? matching : matching.toReversed();
      },
      bytesOf,
    );
  };
}

/** The positions where a mask is 1, ascending. */
export function pickPositions(order: Uint32Array, { bits, count }: Mask): Uint32Array {
  const matching = new Uint32Array(count);
  let at = 0;
  for (let index = 0; index < order.length && at < count; index += 1) {
    const position = order[index] as number;
    matching[at] = position;
    at += bits[position] as number;
  }
  return matching;
}
