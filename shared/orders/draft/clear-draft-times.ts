import { blankRange, type OrderDraft } from './order-draft.ts';

/**
 * Returns a draft with blank times, to order the same again at another time. Ranges with preserved parts of a stored
 * request stay; the others are replaced by one blank range.
 */
export function clearDraftTimes(draft: OrderDraft): OrderDraft {
  const withExtras = draft.ranges.filter(({ extras }) => extras.length > 0);
  const { changeDetection } = draft;
  return {
    ...draft,
    ranges:
      withExtras.length > 0 ? withExtras.map((range) => ({ ...range, from: '', to: '' })) : [blankRange],
    changeDetection: changeDetection && {
      ...changeDetection,
      recurring: changeDetection.recurring && {
        ...changeDetection.recurring,
        bounds: { from: '', to: '' },
      },
    },
  };
}

/** Formats the times of a draft: `2026-11-01 → 2026-11-08`. */
export function describeTimes({ ranges }: Pick<OrderDraft, 'ranges'>): string {
  return ranges.map(({ from, to }) => `${from} → ${to}`).join(', ');
}
