import type { TimeSpan } from '../../time-spans.ts';
import { changeDetectionApplies, recurringCadences } from './draft-change-detection.ts';
import type { OrderDraft } from './order-draft.ts';
import { countRecurringRuns, type RecurringRuns } from './recurring-runs.ts';
import { readTypedNumber, readTypedRange } from './typed-values.ts';

/**
 * Counts the runs of a draft that is a recurring order; null for any other draft. Blank and invalid fields count as
 * absent, so that the number can be shown while the user types.
 */
export function countDraftRuns(draft: OrderDraft): RecurringRuns | null {
  const recurring = changeDetectionApplies(draft.analytics) ? draft.changeDetection?.recurring : null;
  if (!recurring) return null;
  return countRecurringRuns({
    bounds: readSpan(recurring.bounds),
    cadence: recurringCadences.find((cadence) => cadence === recurring.cadence.trim()) ?? null,
    count: readWhole(recurring.count, 1),
    minimumDaysBetweenImages: readWhole(recurring.minimumDaysBetweenImages, 0),
    schedule: draftTimeSpans(draft),
  });
}

/** The valid time ranges of a draft's schedule, in its order. */
export function draftTimeSpans(draft: Pick<OrderDraft, 'ranges'>): TimeSpan[] {
  return draft.ranges.flatMap((range) => readSpan(range) ?? []);
}

function readSpan(range: { readonly from: string; readonly to: string }): TimeSpan | null {
  const { value } = readTypedRange('', range);
  return value ? { from: value.min.milliseconds, to: value.max.milliseconds } : null;
}

function readWhole(typed: string, min: number): number | null {
  return readTypedNumber('', typed, { min, whole: true, message: '' }).value ?? null;
}
