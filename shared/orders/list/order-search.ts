import { type Result, succeed } from '../../result.ts';
import type { SearchInput } from '../../results/search.ts';
import { totalDuration } from '../../time-spans.ts';
import { readOrderTarget } from '../overlap/order-target.ts';

/** The search for an order's results, with notes. */
export type OrderSearch = {
  readonly search: SearchInput;
  /** One or two sentences each. */
  readonly notes: readonly string[];
};

/**
 * The search that fits a request: its analytics, and the collection times of its schedule, with the window of change
 * detection and the bounds of a recurring order. Ranges that do not touch stay separate. The service's bounds are
 * exclusive, so they are extended by one millisecond. No region is chosen: which one an area belongs to is not
 * documented.
 *
 * Fails with `invalid-input` when the text is not a JSON object.
 */
export function orderToSearch(requestText: string): Result<OrderSearch> {
  const read = readOrderTarget(requestText);
  if (!read.ok) return read;
  const { analytics, schedule, imageTimes, problems } = read.value;
  const ranges = imageTimes.map(({ from, to }) => ({
    after: new Date(from - 1).toISOString(),
    before: new Date(to + 1).toISOString(),
  }));
  const [range] = ranges;
  const isWider = totalDuration(imageTimes) > totalDuration(schedule);
  return succeed({
    search: {
      regions: [],
      analytics: [...analytics],
      ...(ranges.length > 1
        ? { collectedRanges: ranges }
        : range && { collectedAfter: range.after, collectedBefore: range.before }),
    },
    notes: [
      'A search cannot be limited to the areas of the order. It brings all results of its analytics and times that you may see.',
      ...(ranges.length > 1
        ? [`The order has ${ranges.length} time ranges. Each is a query of its own, in one fetch.`]
        : []),
      ...(isWider
        ? ['The window of change detection and the bounds of the recurring order are included.']
        : []),
      ...(range ? [] : ['No time range of the order can be read. The search is not limited in time.']),
      ...(analytics.length > 0 ? [] : ['No analytic of the order can be read. The search asks for all.']),
      ...problems,
    ],
  });
}
