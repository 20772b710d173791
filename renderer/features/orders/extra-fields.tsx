import {
  listPreservedParts,
  type OrderDraft,
  type PreservedPart,
} from '../../../shared/orders/draft/order-draft.ts';
import { TextButton } from '../../ui/text-button.tsx';
import type { OrderFormProps } from './form-fields.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** Fields of a stored request that the form does not show, preserved in the draft. Each can be removed. */
export function ExtraFields({ draft, change }: Pick<OrderFormProps, 'draft' | 'change'>) {
  const parts = listPreservedParts(draft);
  if (parts.length === 0) return null;
  return (
    <fieldset className={styles.fieldset}>
      <legend>{texts.extra.title}</legend>
      <ul className={styles.preserved} aria-label={texts.extra.label}>
        {parts.map((part) => (
          <li key={`${part.owner} ${part.index}`}>
            <span className={styles.code}>
              {describeFieldPath(part)} = {part.valueText}
            </span>{' '}
            <TextButton
              aria-label={texts.extra.removeNamed(describeFieldPath(part))}
              onClick={() => change(withoutExtraField(draft, part))}
            >
              {texts.extra.remove}
            </TextButton>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** The path of an extra field in the terms of the form: `range 1: type`. */
function describeFieldPath({ owner: of, path }: PreservedPart): string {
  const [list, index] = of.split('.');
  if (index === undefined) return path;
  return `${list === 'ranges' ? 'range' : 'area'} ${Number(index) + 1}: ${path}`;
}

function withoutExtraField(draft: OrderDraft, { owner: of, index }: PreservedPart): Partial<OrderDraft> {
  const rest = <Item,>(extras: readonly Item[]) => extras.filter((_, position) => position !== index);
  const [list, text] = of.split('.');
  const listIndex = Number(text);
  if (list === 'ranges') {
    return {
      ranges: draft.ranges.map((range, position) =>
        position === listIndex ? { ...range, extras: rest(range.extras) } : range,
      ),
    };
  }
  if (list === 'areas') {
    return {
      areas: draft.areas.map((area, position) =>
        position === listIndex && area.kind !== 'area' ? { ...area, extras: rest(area.extras) } : area,
      ),
    };
  }
  return { extras: rest(draft.extras) };
}
