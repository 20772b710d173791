import { blankRange, type OrderDraft } from './order-draft.ts';

/**
 * A draft to order the same again at another time: its times are blank, to be filled in. Ranges that keep something of
 * a stored request stay, one for each; of the others one is enough.
 */
export function withoutTimes(draft: OrderDraft): OrderDraft {
  const keeping = draft.ranges.filter(({ extras }) => extras.length > 0);
  const { changeDetection } = draft;
  return {
    ...draft,
    ranges: keeping.length > 0 ? keeping.map((range) => ({ ...range, from: '', to: '' })) : [blankRange],
    changeDetection: changeDetection && {
      ...changeDetection,
      recurring: changeDetection.recurring && {
        ...changeDetection.recurring,
        bounds: { from: '', to: '' },
      },
    },
  };
}

/** The times of a draft, to be told after they were taken out: `2026-11-01 → 2026-11-08`. */
export function describeTimes({ ranges }: Pick<OrderDraft, 'ranges'>): string {
  return ranges.map(({ from, to }) => `${from} → ${to}`).join(', ');
}
