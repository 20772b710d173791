import { Badge } from '@mantine/core';
import { describeOrderState } from '../../../shared/orders/order-history.ts';

/** Colours of the states that the ordering document names; any other is drawn in outline. */
const colors: ReadonlyMap<string, string> = new Map([
  ['created', 'accent'],
  ['open', 'gray'],
  ['payment-pending', 'orange'],
  ['in-progress', 'accent'],
  ['cancelled', 'gray'],
  ['under-review', 'yellow'],
  ['accepted', 'accent'],
  ['closed', 'red'],
  ['completed', 'green'],
]);

/** An order's state; one that the ordering document does not name stands as it came, in outline and with a “?”. */
export function StateBadge({ state }: { readonly state: string | undefined }) {
  if (state === undefined) return <OutlinedBadge label="no state" tip="The service sent no state." />;
  const { label, meaning, known } = describeOrderState(state);
  if (!known) return <OutlinedBadge label={`${label} ?`} tip={meaning} />;
  return (
    <Badge size="sm" variant="light" color={colors.get(state) ?? 'gray'} tt="none" title={meaning}>
      {label}
    </Badge>
  );
}

function OutlinedBadge({ label, tip }: { readonly label: string; readonly tip: string }) {
  return (
    <Badge size="sm" variant="outline" color="gray" tt="none" title={tip}>
      {label}
    </Badge>
  );
}
