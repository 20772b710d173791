import { formatCount, formatTime } from '../../../shared/format.ts';
import type { KnownOrder, Order } from '../../../shared/orders/order.ts';
import { shortId } from '../../../shared/short-id.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { type FieldRow, FieldRows } from '../../ui/field-rows.tsx';
import { AccountNameField } from './account-name-field.tsx';
import { texts } from './texts.ts';

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
    { label: texts.order.name, value: order.descriptiveName },
    { label: texts.order.purpose, value: order.purchaseReason },
    { label: texts.order.notes, value: order.customerNotes },
    { label: texts.order.id, value: <Id value={order.id} what={texts.order.idCopy} /> },
    { label: texts.order.requestId, value: <Id value={order.request} what={texts.order.requestIdCopy} /> },
    {
      label: texts.order.owner,
      value: order.owner ? <AccountNameField id={order.owner} what={texts.order.ownerCopy} canBeMe /> : null,
      tip: texts.order.ownerHint,
    },
    {
      label: texts.order.customer,
      value: order.customer ? <AccountNameField id={order.customer} what={texts.order.customerCopy} /> : null,
    },
    {
      label: texts.order.products,
      value: <Products products={order.products} />,
      tip: texts.order.productsHint,
    },
    ...otherFields(order),
    { label: texts.order.firstSeen, value: formatTime(known.firstSeenAt), tip: texts.order.firstSeenHint },
    { label: texts.order.lastSeen, value: formatTime(known.lastSeenAt), tip: texts.order.lastSeenHint },
  ];
  return <FieldRows rows={rows} />;
}

function otherFields(order: Order): FieldRow[] {
  return Object.entries(order)
    .filter(([name]) => !shownFields.has(name))
    .map(([name, value]) => ({
      label: name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
      tip: texts.order.unknownField,
    }));
}

/** How many there are, and the id of each to copy. */
function Products({ products }: { readonly products: Order['products'] }) {
  if (!products) return '–';
  return (
    <>
      {formatCount(products.length)}
      {products.map((product, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the service may list a product twice
        <div key={index}>
          <Id
            value={typeof product === 'string' ? product : JSON.stringify(product)}
            what={texts.order.productCopy}
          />
        </div>
      ))}
    </>
  );
}

function Id({ value, what }: { readonly value: string | null | undefined; readonly what: string }) {
  return value ? <CopyValue value={value} shown={shortId(value)} what={what} /> : '–';
}
