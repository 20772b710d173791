import { Button } from '@mantine/core';
import { useApp } from '../../app/app-context.tsx';
import { useOrders } from '../../app/use-stores.ts';
import { openOrderForm } from '../../commands/order-commands.ts';
import { formatCount, formatUtc } from '../../components/format.ts';
import { TextButton } from '../../components/text-button.tsx';
import styles from './orders.module.css';
import { useDrafts } from './use-drafts.ts';

/**
 * The ways to a new order: a blank one, the one that is being written, drafts and templates. It also says how old the
 * list is: `refreshedAt` is UTC, null before the service was asked.
 */
export function NewOrderBar({ refreshedAt }: { readonly refreshedAt: string | null }) {
  const app = useApp();
  const isWriting = useOrders((state) => state.editing !== null);
  const show = useOrders((state) => state.show);
  const drafts = useDrafts().data ?? [];
  return (
    <div className={styles.bar}>
      <Button variant="filled" onClick={() => openOrderForm(app)}>
        New order
      </Button>
      {isWriting && <Button onClick={() => show({ kind: 'form' })}>Continue the draft</Button>}
      <TextButton onClick={() => show({ kind: 'drafts' })}>
        Drafts and templates{drafts.length > 0 ? ` (${formatCount(drafts.length)})` : ''}
      </TextButton>
      {refreshedAt !== null && <span className="muted numeric">as of {formatUtc(refreshedAt)}</span>}
    </div>
  );
}
