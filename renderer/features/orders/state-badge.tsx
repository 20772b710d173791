import { describeOrderState } from '../../../shared/orders/order-history.ts';
import { type BadgeTone, StatusBadge } from '../../components/status-badge.tsx';

/** Colours of the states that the ordering document names. */
const tones: ReadonlyMap<string, BadgeTone> = new Map([
  ['created', 'accent'],
  ['open', 'neutral'],
  ['payment-pending', 'warn'],
  ['in-progress', 'accent'],
  ['cancelled', 'neutral'],
  ['under-review', 'accent'],
  ['accepted', 'accent'],
  ['closed', 'bad'],
  ['completed', 'ok'],
]);

/** An order's state; one that the ordering document does not name stands as it came, in outline and with a “?”. */
export function StateBadge({ state }: { readonly state: string | undefined }) {
  if (state === undefined) {
    return (
      <StatusBadge tone="outline" tip="The service sent no state.">
        no state
      </StatusBadge>
    );
  }
  const { label, meaning, known } = describeOrderState(state);
  return (
    <StatusBadge tone={tones.get(state) ?? 'outline'} tip={meaning}>
      {known ? label : `${label} ?`}
    </StatusBadge>
  );
}
