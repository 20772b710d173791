import type { OrderForm } from '../../../shared/orders/order-form.ts';
import type { FieldProblem } from '../../../shared/result.ts';

/** What a part of the order form gets: the draft, the way to change it, and what is wrong with its fields. */
export type FormPart = {
  readonly draft: OrderForm;
  change(change: Partial<OrderForm>): void;
  /**
   * What to show at a field (`contactEmail`, `ranges.0.to`, `areaIds`), or null. Nothing is said of a field that
   * the analyst has not left yet, until the order is to be sent.
   */
  problemOf(field: string): string | null;
  /** The analyst has left the field. */
  leave(field: string): void;
};

/** The first problem at each field. Those of single areas (`areaIds.1`) are joined at `areaIds`. */
export function problemTexts(problems: readonly FieldProblem[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { field, message } of problems) {
    const place = field.startsWith('areaIds.') ? 'areaIds' : field;
    const before = texts.get(place);
    if (before === undefined) texts.set(place, message);
    else if (place === 'areaIds') texts.set(place, `${before} ${message}`);
  }
  return texts;
}

/** Brings the focus to what the analyst can type or press at `field` (an element with that `data-field`). */
export function focusField(form: HTMLElement, field: string): void {
  const place = form.querySelector(`[data-field="${CSS.escape(field)}"]`);
  place?.querySelector<HTMLElement>('input, textarea, button')?.focus();
}
