import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderDraft } from '../../../shared/orders/order-draft.ts';
import { toFailure, unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { JsonText } from './json-text.tsx';
import styles from './orders.module.css';

/**
 * The body that would be sent, byte for byte, as the main process makes it of the draft. `bodyText` is what the page
 * makes of it, null while it is not right: it tells when to ask again.
 */
export function OrderPreview({
  draft,
  bodyText,
}: {
  readonly draft: OrderDraft;
  readonly bodyText: string | null;
}) {
  const { api } = useApp();
  const [open, setOpen] = useState(false);
  const [settled] = useDebouncedValue(bodyText, 250);
  const preview = useQuery({
    queryKey: queryKeys.orderPreview(settled ?? ''),
    queryFn: async ({ signal }) => unwrap(await api.orders.preview.mutate(draft, { signal })),
    enabled: open && bodyText !== null && settled === bodyText,
    placeholderData: keepPreviousData,
  });
  return (
    <details
      className={styles.disclosure}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>JSON of the request</summary>
      {bodyText === null && <p className="muted">It can be shown once every field is right.</p>}
      {bodyText !== null && preview.error && (
        <FailureNote failure={toFailure(preview.error)} onRetry={() => void preview.refetch()} />
      )}
      {bodyText !== null && preview.data && <JsonText text={preview.data.bodyText} />}
    </details>
  );
}
