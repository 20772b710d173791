import { formatUtc } from '../../../shared/format.ts';
import type { DraftRange } from '../../../shared/orders/draft/order-draft.ts';
import { texts } from './texts.ts';

const dayMs = 86_400_000;

/** Spans of days around now that the order form offers. */
export const rangePresets = [
  { label: texts.form.presets.lastWeek, fromDay: -7, toDay: 0 },
  { label: texts.form.presets.lastMonth, fromDay: -30, toDay: 0 },
  { label: texts.form.presets.nextMonth, fromDay: 0, toDay: 30 },
] as const;

type RangePreset = { readonly fromDay: number; readonly toDay: number };

/** The typed range of a preset, UTC to the second; `now` in epoch milliseconds. */
export function rangeOfPreset({ fromDay, toDay }: RangePreset, now: number): Pick<DraftRange, 'from' | 'to'> {
  return { from: formatUtc(now + fromDay * dayMs), to: formatUtc(now + toDay * dayMs) };
}
