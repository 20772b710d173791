import type { OrderDraft } from '../../../shared/orders/draft/order-draft.ts';
import type { FieldProblem } from '../../../shared/result.ts';

/** Props of a part of the order form: the draft, how to change it, and the problems of its fields. */
export type OrderFormProps = {
  readonly draft: OrderDraft;
  change(change: Partial<OrderDraft>): void;
  /**
   * The problem of a field (`contactEmail`, `ranges.0.to`, `areas`), or null. A field that the analyst has not left
   * yet shows none before the order is sent.
   */
  problemOf(field: string): string | null;
  /** Marks the field as visited. */
  markTouched(field: string): void;
};

/** The field of a name that is typed and not added yet, among those of the form. */
export const typedAnalyticField = 'anotherAnalytic';

/** Fields that the form shows as one, whatever number of items they have. */
const groupedFields = ['analytics', 'areas', 'changeDetection.types'];

/** Problem messages by form field: those of a grouped field are joined; of other fields the first one is used. */
export function problemsByField(problems: readonly FieldProblem[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { field, message } of problems) {
    const group = groupedFields.find((name) => field.startsWith(`${name}.`));
    const key = group ?? field;
    const before = texts.get(key);
    if (before === undefined) texts.set(key, message);
    else if (group !== undefined) texts.set(key, `${before} ${message}`);
  }
  return texts;
}

/** Focuses the first control of `field` (an element with that `data-field`). */
export function focusField(form: HTMLElement, field: string): void {
  const key = form.querySelector(`[data-field="${CSS.escape(field)}"]`);
  key?.querySelector<HTMLElement>('input, textarea, button')?.focus();
}
