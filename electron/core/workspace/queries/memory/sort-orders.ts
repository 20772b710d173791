import type { DetectionFilter, DetectionPageRequest } from '../../../../../shared/results/detection.ts';
import { reviewFields } from '../../../../../shared/results/detection-field.ts';
import { finish, type Steps } from '../../../base/steps.ts';
import { createStateCaches } from './bounded-cache.ts';
import type { ColumnStore, Detections } from './column-store.ts';
import type { FieldReader } from './field-reader.ts';
import { filterCacheKey, type Mask } from './filter-mask.ts';
import { ascendingOrder } from './sort-order.ts';

/** The order of the table. */
export type Sort = DetectionPageRequest['sort'];

/** Memory limit of cached orders of all detections, and of those of filters. */
const maxBytes = 96 * 2 ** 20;

/** The order of detections by a field. */
export type SortOrders = {
  /** The positions of the detections that match a filter, in the order of the table. */
  read(detections: Detections, filter: DetectionFilter, sort: Sort): Uint32Array;
  /** Sorts all detections in steps, so that `read` with any filter takes the order from the cache. */
  prepare(detections: Detections, sort: Sort): Steps<void>;
};

/** Creates the sort orders; they are cached until the detections change. */
export function createSortOrders(
  store: ColumnStore,
  fields: FieldReader,
  maskOf: (detections: Detections, filter: DetectionFilter) => Mask,
): SortOrders {
  const cacheOf = createStateCaches(store, maxBytes);
  const bytesOf = (order: Uint32Array) => order.byteLength;
  const fieldKey = (detections: Detections, { field }: Sort) => [
    field,
    reviewFields.has(field) ? detections.reviewsVersion : null,
  ];
  const sortAll = (detections: Detections, sort: Sort): Steps<Uint32Array> =>
    cacheOf(detections).inSteps(
      JSON.stringify(fieldKey(detections, sort)),
      function* () {
        return yield* ascendingOrder(yield* fields.readInSteps(detections, sort.field));
      },
      bytesOf,
    );
  const read: SortOrders['read'] = (detections, filter, sort) => {
    const ascending = finish(sortAll(detections, sort));
    const mask = maskOf(detections, filter);
    const isWhole = mask.count === ascending.length;
    if (isWhole && sort.order === 'ASC') return ascending;
    return cacheOf(detections).get(
      JSON.stringify([
        ...fieldKey(detections, sort),
        sort.order,
        isWhole ? null : filterCacheKey(detections, filter),
      ]),
      () => {
        const matching = isWhole ? ascending : pickPositions(ascending, mask);
        // Equal values go by falling id when the values fall.
        return sort.order === 'ASC' ? matching : matching.toReversed();
      },
      bytesOf,
    );
  };
  return {
    read,
    *prepare(detections, sort) {
      yield* sortAll(detections, sort);
    },
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
