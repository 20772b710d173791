import { changeDetectionApplies, recurringCadences } from './draft-change-detection.ts';
import type { OrderDraft } from './order-draft.ts';
import { countRecurringRuns, type RecurringRuns } from './recurring-runs.ts';
import type { TimeSpan } from './time-spans.ts';
import { readTypedNumber, readTypedRange } from './typed-values.ts';

/**
 * The runs of a draft that is a recurring order, else null. Fields that are not filled in, or wrongly, count as not
 * given, so that the number can be shown while somebody types.
 */
export function draftRuns(draft: OrderDraft): RecurringRuns | null {
  const recurring = changeDetectionApplies(draft.analytics) ? draft.changeDetection?.recurring : null;
  if (!recurring) return null;
  return countRecurringRuns({
    bounds: readSpan(recurring.bounds),
    cadence: recurringCadences.find((cadence) => cadence === recurring.cadence.trim()) ?? null,
    count: readWhole(recurring.count, 1),
    minimumDaysBetweenImages: readWhole(recurring.minimumDaysBetweenImages, 0),
    schedule: draftSpans(draft),
  });
}

/** The ranges of a draft's schedule that can be read, in its order. */
export function draftSpans(draft: Pick<OrderDraft, 'ranges'>): TimeSpan[] {
  return draft.ranges.flatMap((range) => readSpan(range) ?? []);
}

function readSpan(range: { readonly from: string; readonly to: string }): TimeSpan | null {
  const { value } = readTypedRange('', range);
  return value ? { from: value.min.milliseconds, to: value.max.milliseconds } : null;
}

function readWhole(typed: string, least: number): number | null {
  return readTypedNumber('', typed, { least, whole: true, message: '' }).value ?? null;
}
