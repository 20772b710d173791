import { formatTime } from '../../../shared/format.ts';
import type { KnownOrder, Order } from '../../../shared/orders/order.ts';
import { CopyValue, shortId } from '../../ui/copy-value.tsx';
import { type FieldRow, FieldRows } from '../../ui/field-rows.tsx';

/** Fields that are shown elsewhere in the panel or in a separate row. */
const shownFields: ReadonlySet<string> = new Set([
  'id',
  'descriptiveName',
  'purchaseReason',
  'customerNotes',
  'request',
  'owner',
  'customer',
  'products',
  'statusHistory',
]);

/** The fields of an order as the service reported them. Undocumented fields come last. */
export function OrderFields({ known }: { readonly known: KnownOrder }) {
  const { order } = known;
  const rows: FieldRow[] = [
    { label: 'Name', value: order.descriptiveName },
    { label: 'Purpose', value: order.purchaseReason },
    { label: 'Notes', value: order.customerNotes },
    { label: 'Order ID', value: <Id value={order.id} what="order id" /> },
    { label: 'Request ID', value: <Id value={order.request} what="request id" /> },
    {
      label: 'Owner',
      value: <Id value={order.owner} what="owner id" />,
      tip: 'The user that created the order',
    },
    { label: 'Customer', value: <Id value={order.customer} what="customer id" /> },
    { label: 'Products', value: order.products?.length, tip: 'Deliverable products attached to the order' },
    ...otherFields(order),
    { label: 'First seen', value: formatTime(known.firstSeenAt), tip: 'By this workspace' },
    { label: 'Last seen', value: formatTime(known.lastSeenAt), tip: 'When the service last reported it' },
  ];
  return <FieldRows rows={rows} />;
}

function otherFields(order: Order): FieldRow[] {
  return Object.entries(order)
    .filter(([name]) => !shownFields.has(name))
    .map(([name, value]) => ({
      label: name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
      tip: 'A field that the ordering document does not name',
    }));
}

function Id({ value, what }: { readonly value: string | null | undefined; readonly what: string }) {
  return value ? <CopyValue value={value} shown={shortId(value)} what={what} /> : '–';
}
