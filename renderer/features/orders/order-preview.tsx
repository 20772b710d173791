import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderDraft } from '../../../shared/orders/draft/order-draft.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { JsonText } from './json-text.tsx';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/**
 * The body that would be sent, byte for byte, as the main process builds it from the draft. `bodyText` is the page's
 * version of it, null while the draft is invalid; when it changes, the preview is refetched.
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
      <summary>{texts.form.json}</summary>
      {bodyText === null && <p className="muted">{texts.form.jsonUnavailable}</p>}
      {bodyText !== null && preview.error && (
        <FailureNote failure={toFailure(preview.error)} onRetry={() => void preview.refetch()} />
      )}
      {bodyText !== null && preview.data && <JsonText text={preview.data.bodyText} />}
    </details>
  );
}
