import { Button } from '@mantine/core';
import { formatCount, formatUtc } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { useOrders } from '../../context/use-stores.ts';

import { TextButton } from '../../ui/text-button.tsx';
import { openOrderForm } from './order-commands.ts';
import styles from './orders.module.css';
import { useDrafts } from './use-drafts.ts';

/**
 * Buttons for a new order: a blank one, the draft in the form, drafts and templates. It also shows how old the list is:
 * `refreshedAt` is UTC, null before the first request to the service.
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
      {isWriting && <Button onClick={() => show({ kind: 'form' })}>Continue draft</Button>}
      <TextButton onClick={() => show({ kind: 'drafts' })}>
        Drafts and templates{drafts.length > 0 ? ` (${formatCount(drafts.length)})` : ''}
      </TextButton>
      {refreshedAt !== null && <span className="muted numeric">as of {formatUtc(refreshedAt)}</span>}
    </div>
  );
}
