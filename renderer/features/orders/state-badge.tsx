import { describeOrderState } from '../../../shared/orders/list/order-timeline.ts';
import { type BadgeTone, StatusBadge } from '../../ui/status-badge.tsx';
import { texts } from './texts.ts';

/** Colors of the documented states. */
const tones: ReadonlyMap<string, BadgeTone> = new Map([
  ['created', 'accent'],
  ['open', 'neutral'],
  ['payment-pending', 'warn'],
  ['in-progress', 'accent'],
  ['cancelled', 'neutral'],
  ['under-review', 'accent'],
  ['accepted', 'accent'],
  ['closed', 'neutral'],
  ['completed', 'ok'],
]);

/** An order's state. One that the service does not document is shown as received, in outline and with a “?”. */
export function StateBadge({ state }: { readonly state: string | undefined }) {
  if (state === undefined) {
    return (
      <StatusBadge tone="outline" tip={texts.state.noneHint}>
        {texts.state.none}
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
