import type { DetectionFilter, DetectionPage } from '../../../../../shared/results/detection.ts';
import { reviewFields } from '../../../../../shared/results/detection-field.ts';
import { createBoundedCache } from './bounded-cache.ts';
import type { Detections } from './column-store.ts';
import type { Fields } from './fields.ts';
import { filterKey, type Mask } from './filter-mask.ts';
import { ascendingOrder } from './sort-order.ts';

type Sort = DetectionPage['sort'];

/** Orders of all detections, and of those that filters leave, are kept within so many bytes. */
const maxBytes = 96 * 2 ** 20;

/** The places of the detections that a filter leaves, in the order of the table. */
export type SortOrders = (detections: Detections, filter: DetectionFilter, sort: Sort) => Uint32Array;

/** Orders that were asked for are kept until the detections change. */
export function createSortOrders(
  fields: Fields,
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
      JSON.stringify([...field, sort.order, isWhole ? null : filterKey(detections, filter)]),
      () => {
        const left = isWhole ? ascending : pickPlaces(ascending, mask);
        // Equal values go by falling id when the values fall.
        return sort.order === 'ASC' ? left : left.toReversed();
      },
      bytesOf,
    );
  };
}

/** The places that a mask leaves, in their order. */
export function pickPlaces(order: Uint32Array, { bits, count }: Mask): Uint32Array {
  const left = new Uint32Array(count);
  let at = 0;
  for (let index = 0; index < order.length && at < count; index += 1) {
    const place = order[index] as number;
    left[at] = place;
    at += bits[place] as number;
  }
  return left;
}
