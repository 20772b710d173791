import { type KeptPart, keptParts, type OrderDraft } from '../../../shared/orders/order-draft.ts';
import { TextButton } from '../../components/text-button.tsx';
import type { FormPart } from './form-fields.ts';
import styles from './orders.module.css';

/** What the draft keeps of a stored request although the form has no field for it. Each part can be taken out. */
export function KeptParts({ draft, change }: Pick<FormPart, 'draft' | 'change'>) {
  const parts = keptParts(draft);
  if (parts.length === 0) return null;
  return (
    <fieldset className={styles.fieldset}>
      <legend>Kept and sent unchanged</legend>
      <ul className={styles.kept} aria-label="Kept parts of the request">
        {parts.map((part) => (
          <li key={`${part.of} ${part.index}`}>
            <span className={styles.code}>
              {placeOf(part)} = {part.valueText}
            </span>{' '}
            <TextButton
              aria-label={`Remove ${placeOf(part)}`}
              onClick={() => change(withoutPart(draft, part))}
            >
              Remove
            </TextButton>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** The place of a part in words that match the form: `range 1: type`. */
function placeOf({ of, path }: KeptPart): string {
  const [list, index] = of.split('.');
  if (index === undefined) return path;
  return `${list === 'ranges' ? 'range' : 'area'} ${Number(index) + 1}: ${path}`;
}

function withoutPart(draft: OrderDraft, { of, index }: KeptPart): Partial<OrderDraft> {
  const rest = <Item,>(extras: readonly Item[]) => extras.filter((_, place) => place !== index);
  const [list, text] = of.split('.');
  const at = Number(text);
  if (list === 'ranges') {
    return {
      ranges: draft.ranges.map((range, place) =>
        place === at ? { ...range, extras: rest(range.extras) } : range,
      ),
    };
  }
  if (list === 'areas') {
    return {
      areas: draft.areas.map((area, place) =>
        place === at && area.kind !== 'area' ? { ...area, extras: rest(area.extras) } : area,
      ),
    };
  }
  return { extras: rest(draft.extras) };
}
