import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderForm } from '../../../shared/orders/order-form.ts';
import { toFailure, unwrap } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { JsonText } from './json-text.tsx';
import styles from './orders.module.css';

/** The body that would be sent, byte for byte, as the main process makes it of the form. */
export function OrderPreview({ draft, isValid }: { readonly draft: OrderForm; readonly isValid: boolean }) {
  const { api } = useApp();
  const [open, setOpen] = useState(false);
  const [form] = useDebouncedValue(draft, 250);
  const preview = useQuery({
    queryKey: ['orders', 'preview', form],
    queryFn: async ({ signal }) => unwrap(await api.orders.preview.query(form, { signal })),
    enabled: open && isValid,
    placeholderData: keepPreviousData,
  });
  return (
    <details
      className={styles.disclosure}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>JSON of the request</summary>
      {!isValid && <p className="muted">It can be shown once every field is right.</p>}
      {isValid && preview.error && (
        <FailureNote failure={toFailure(preview.error)} onRetry={() => void preview.refetch()} />
      )}
      {isValid && preview.data && <JsonText text={preview.data.bodyText} />}
    </details>
  );
}
