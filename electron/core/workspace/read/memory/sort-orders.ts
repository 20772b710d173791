import type { DetectionFilter, DetectionPageRequest } from '../../../../../shared/results/detection.ts';
import { reviewFields } from '../../../../../shared/results/detection-field.ts';
import { finish, inRanges, type Steps } from '../../../base/steps.ts';
import { createStateCaches } from './bounded-cache.ts';
import type { ColumnStore, StoredDetections } from './column-store.ts';
import type { FieldReader } from './field-reader.ts';
import { type FilterMasks, filterCacheKey, type Mask } from './filter-mask.ts';
import { ascendingOrder } from './sort-order.ts';

/** The order of the table. */
export type TableSort = DetectionPageRequest['sort'];

/** Memory limit of cached orders of all detections, and of those of filters. */
const maxBytes = 96 * 2 ** 20;

/** Creates the sort orders; they are cached until the detections change. */
export function createSortOrders(store: ColumnStore, fields: FieldReader, masks: FilterMasks) {
  const cacheOf = createStateCaches(store, maxBytes);
  const bytesOf = (order: Uint32Array) => order.byteLength;
  const fieldKey = (detections: StoredDetections, { field }: TableSort) => [
    field,
    reviewFields.has(field) ? detections.reviewsVersion : null,
  ];
  const sortAll = (detections: StoredDetections, sort: TableSort): Steps<Uint32Array> =>
    cacheOf(detections).inSteps(
      JSON.stringify(fieldKey(detections, sort)),
      function* () {
        return yield* ascendingOrder(yield* fields.readInSteps(detections, sort.field));
      },
      bytesOf,
    );
  function* readInSteps(
    detections: StoredDetections,
    filter: DetectionFilter,
    sort: TableSort,
  ): Steps<Uint32Array> {
    const ascending = yield* sortAll(detections, sort);
    const mask = yield* masks.readInSteps(detections, filter);
    const isWhole = mask.count === ascending.length;
    if (isWhole && sort.order === 'ASC') return ascending;
    return yield* cacheOf(detections).inSteps(
      JSON.stringify([
        ...fieldKey(detections, sort),
        sort.order,
        isWhole ? null : filterCacheKey(detections, filter),
      ]),
      function* () {
        const matching = isWhole ? ascending : yield* pickPositions(ascending, mask);
        yield;
        // Equal values go by falling id when the values fall.
        return sort.order === 'ASC' ? matching : matching.toReversed();
      },
      bytesOf,
    );
  }
  return {
    read: (detections: StoredDetections, filter: DetectionFilter, sort: TableSort): Uint32Array =>
      finish(readInSteps(detections, filter, sort)),
    readInSteps,
  };
}

/** The positions where a mask is 1, ascending. */
export function* pickPositions(order: Uint32Array, { bits, count }: Mask): Steps<Uint32Array> {
  const matching = new Uint32Array(count);
  let length = 0;
  yield* inRanges(order.length, (from, to) => {
    length = pickRange(order, bits, matching, length, from, to);
  });
  return matching;
}

/** Returns the position in `matching` after the last one. */
function pickRange(
  order: Uint32Array,
  bits: Uint8Array,
  matching: Uint32Array,
  at: number,
  from: number,
  to: number,
): number {
  let next = at;
  for (let index = from; index < to; index += 1) {
    const position = order[index] as number;
    matching[next] = position;
    next += bits[position] as number;
  }
  return next;
}
