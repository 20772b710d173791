import { type Result, succeed } from '../../result.ts';
import type { SearchInput } from '../../results/search.ts';
import { enclosingTimeSpan, totalDuration } from '../../time-spans.ts';
import { readOrderTarget } from '../overlap/order-target.ts';

/** The search for an order's results, with notes. */
export type OrderSearch = {
  readonly search: SearchInput;
  /** One or two sentences each. */
  readonly notes: readonly string[];
};

/**
 * The search that fits a request: its analytics, and collection times around its schedule, with the window of change
 * detection and the bounds of a recurring order. The service's bounds are exclusive, so they are extended by one
 * millisecond. No region is chosen: which one an area belongs to is not in the service's documents.
 *
 * Fails with `invalid-input` when the text is not a JSON object.
 */
export function orderToSearch(requestText: string): Result<OrderSearch> {
  const read = readOrderTarget(requestText);
  if (!read.ok) return read;
  const { analytics, schedule, imageTimes, problems } = read.value;
  const envelope = enclosingTimeSpan(imageTimes);
  const isWider = totalDuration(imageTimes) > totalDuration(schedule);
  return succeed({
    search: {
      regions: [],
      analytics: [...analytics],
      ...(envelope && {
        collectedAfter: new Date(envelope.from - 1).toISOString(),
        collectedBefore: new Date(envelope.to + 1).toISOString(),
      }),
    },
    notes: [
      'A search cannot be limited to the areas of the order. It brings all results of its analytics and times that you may see.',
      ...(imageTimes.length > 1
        ? ['The order has several time ranges. The search runs from the first start to the last end.']
        : []),
      ...(isWider
        ? ['The window of change detection and the bounds of the recurring order are included.']
        : []),
      ...(envelope ? [] : ['No time range of the order can be read. The search is not limited in time.']),
      ...(analytics.length > 0 ? [] : ['No analytic of the order can be read. The search asks for all.']),
      ...problems,
    ],
  });
}
