import { Button } from '@mantine/core';
import { useApp } from '../../app/app-context.tsx';
import { useOrders } from '../../app/use-stores.ts';
import { openOrderForm } from '../../commands/order-commands.ts';
import { formatUtc } from '../../components/format.ts';
import { isDraftStarted } from '../../stores/orders-store.ts';
import styles from './orders.module.css';

/** Begins an order, and says how old the list is. `refreshedAt` is UTC, null before the service was asked. */
export function NewOrderBar({ refreshedAt }: { readonly refreshedAt: string | null }) {
  const app = useApp();
  const draft = useOrders((state) => state.draft);
  return (
    <div className={styles.bar}>
      <Button variant="filled" onClick={() => openOrderForm(app)}>
        {isDraftStarted(draft) ? 'Continue the new order' : 'New order'}
      </Button>
      {refreshedAt !== null && <span className="muted numeric">as of {formatUtc(refreshedAt)}</span>}
    </div>
  );
}
