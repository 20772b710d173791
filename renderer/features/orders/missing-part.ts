import type { OrderDraft } from '../../../shared/orders/draft/order-draft.ts';
import { typedAnalyticField } from './form-fields.ts';
import { texts } from './texts.ts';

type Part = {
  /** The field, or the first member of the path of its fields. */
  readonly field: string;
  readonly add: string;
  readonly correct: string;
  isBlank(draft: OrderDraft): boolean;
};

const never = () => false;

/** The parts of the order form from top to bottom, with the button's text while one is not ready. */
const parts: readonly Part[] = [
  { field: 'areas', ...texts.missing.areas, isBlank: ({ areas }) => areas.length === 0 },
  { field: 'analytics', ...texts.missing.analytics, isBlank: ({ analytics }) => analytics.length === 0 },
  { field: typedAnalyticField, ...texts.missing.typedAnalytic, isBlank: never },
  { field: 'changeDetection', ...texts.missing.changeDetection, isBlank: never },
  {
    field: 'ranges',
    ...texts.missing.ranges,
    isBlank: ({ ranges }) => ranges.every(({ from, to }) => `${from}${to}`.trim() === ''),
  },
  {
    field: 'contactEmail',
    ...texts.missing.contactEmail,
    isBlank: ({ contactEmail }) => contactEmail.trim() === '',
  },
];

/**
 * The first part of the form that is not ready: the field to go to, and the action for it. `fields` are those with
 * problems.
 *
 * @example missingPart(draft, ['contactEmail']) // { field: 'contactEmail', action: 'Add the contact email' }
 */
export function missingPart(
  draft: OrderDraft,
  fields: readonly string[],
): { readonly field: string; readonly action: string } | undefined {
  for (const { field: part, add, correct, isBlank } of parts) {
    const field = fields.find((each) => each === part || each.startsWith(`${part}.`));
    if (field !== undefined) return { field, action: isBlank(draft) ? add : correct };
  }
  const [other] = fields;
  return other === undefined ? undefined : { field: other, action: texts.missing.other };
}
