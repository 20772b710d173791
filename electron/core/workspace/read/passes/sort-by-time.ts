import type { Steps } from '../../../base/steps.ts';
import { orderOfNumbers } from '../memory/number-order.ts';
import { sortInSteps } from '../memory/sort-in-steps.ts';

/**
 * Sorts images in steps: by rising `rankOf` at first, so that `compare`, which must order by it too, then only moves
 * those of the same rank.
 */
export function* sortByTime<Item>(
  items: readonly Item[],
  rankOf: (item: Item) => number,
  compare: (one: Item, other: Item) => number,
): Steps<Item[]> {
  const order = yield* orderOfNumbers(Float64Array.from(items, rankOf));
  const sorted = yield* sortInSteps(order, (one, other) => compare(items[one] as Item, items[other] as Item));
  return Array.from(sorted, (index) => items[index] as Item);
}
