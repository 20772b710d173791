import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { toFailure, unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { reuseRequest } from '../../commands/draft-commands.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import styles from './orders.module.css';
import { RequestView } from './request-view.tsx';

/** The request that an order was placed with, as the service stored it, and the way to use it again. */
export function StoredRequest({ orderId }: { readonly orderId: string }) {
  const app = useApp();
  const request = useQuery({
    queryKey: queryKeys.orderRequest(orderId),
    queryFn: async ({ signal }) => unwrap(await app.api.orders.request.query(orderId, { signal })),
  });
  const again = useMutation({ mutationFn: async (text: string) => reuseRequest(app, text, 'ask') });
  if (request.isPending) return <LoadingState label="Reading the stored request…" />;
  if (request.error) {
    return (
      <FailureNote
        title="The stored request could not be read."
        failure={toFailure(request.error)}
        onRetry={() => void request.refetch()}
      />
    );
  }
  const text = request.data;
  return (
    <>
      <RequestView text={text} heading="Request" />
      <div className={styles.bar}>
        <Button
          loading={again.isPending}
          title="Begins a draft with this request, for another time"
          onClick={() => again.mutate(text)}
        >
          Order again
        </Button>
      </div>
      {again.data && <FailureNote title="No draft was created." failure={again.data} />}
    </>
  );
}
