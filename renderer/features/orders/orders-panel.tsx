import { useOrders } from '../../context/use-stores.ts';
import { DraftsPanel } from './drafts-panel.tsx';
import { OrderDetail } from './order-detail.tsx';
import { OrderFormView } from './order-form-view.tsx';
import { OrderList } from './order-list.tsx';
import { SubmissionDetail } from './submission-detail.tsx';

/** The side panel for orders: the list, an order, a submission, or the order form. */
export function OrdersPanel() {
  const view = useOrders((state) => state.view);
  switch (view.kind) {
    case 'list':
      return <OrderList />;
    case 'form':
      return <OrderFormView />;
    case 'drafts':
      return <DraftsPanel />;
    case 'order':
      return <OrderDetail key={view.id} orderId={view.id} />;
    case 'submission':
      return <SubmissionDetail key={view.id} submissionId={view.id} />;
  }
}
