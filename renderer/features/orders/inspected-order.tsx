import { currentState, type KnownOrder } from '../../../shared/orders/order.ts';
import { orderName } from '../../../shared/orders/order-name.ts';
import { useApp } from '../../context/app-context.tsx';
import { InspectorHeading, InspectorSection } from '../../context/inspector-section.tsx';
import { showOrder } from '../../context/show-order.ts';
import { useGoneItem } from '../../context/use-gone-item.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { OrderFields } from './order-fields.tsx';
import { StateBadge } from './state-badge.tsx';
import { texts } from './texts.ts';
import { useOrder } from './use-order.ts';

/** An order in the inspector: its state and its fields. The Orders panel has its results and its history. */
export function InspectedOrder({ orderId }: { readonly orderId: string }) {
  const { known, error, refetch } = useOrder(orderId);
  useGoneItem({ kind: 'order', id: orderId }, !known && !!error && toFailure(error).code === 'not-found');
  return (
    <section aria-label={texts.inspected.label}>
      {known ? (
        <OrderBody known={known} />
      ) : (
        <QueryState query={{ error, refetch }} loading={texts.inspected.loading} />
      )}
    </section>
  );
}

function OrderBody({ known }: { readonly known: KnownOrder }) {
  const app = useApp();
  return (
    <>
      <InspectorHeading
        title={orderName(known.order)}
        badge={<StateBadge state={currentState(known.order)} />}
      >
        <TextButton onClick={() => showOrder(app, known.order.id)}>{texts.inspected.show}</TextButton>
      </InspectorHeading>
      <InspectorSection title={texts.inspected.fields}>
        <OrderFields known={known} />
      </InspectorSection>
    </>
  );
}
