import { findableLengths } from '../results/analytics.ts';

/**
 * The kind that the analytics of a detection find, as a text. Those with a range of lengths find one kind: a length
 * near the limit is measured to either side of it.
 */
export function placeKind(analytics: string): string {
  return analytics.split(' + ').every((name) => findableLengths(name) !== null) ? '' : analytics;
}
