import type { OrderDraft } from '../../../shared/orders/order-draft.ts';
import type { FieldProblem } from '../../../shared/result.ts';

/** What a part of the order form gets: the draft, the way to change it, and what is wrong with its fields. */
export type FormPart = {
  readonly draft: OrderDraft;
  change(change: Partial<OrderDraft>): void;
  /**
   * What to show at a field (`contactEmail`, `ranges.0.to`, `areas`), or null. Nothing is said of a field that the
   * analyst has not left yet, until the order is to be sent.
   */
  problemOf(field: string): string | null;
  /** The analyst has left the field. */
  leave(field: string): void;
};

/** Fields that the form shows as one, whatever number of items they have. */
const groups = ['analytics', 'areas', 'changeDetection.types'];

/** The problems at each place of the form: those of the items of a group are joined, of other fields the first counts. */
export function problemTexts(problems: readonly FieldProblem[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { field, message } of problems) {
    const group = groups.find((name) => field.startsWith(`${name}.`));
    const place = group ?? field;
    const before = texts.get(place);
    if (before === undefined) texts.set(place, message);
    else if (group !== undefined) texts.set(place, `${before} ${message}`);
  }
  return texts;
}

/** Brings the focus to what the analyst can type or press at `field` (an element with that `data-field`). */
export function focusField(form: HTMLElement, field: string): void {
  const place = form.querySelector(`[data-field="${CSS.escape(field)}"]`);
  place?.querySelector<HTMLElement>('input, textarea, button')?.focus();
}
