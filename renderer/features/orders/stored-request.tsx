import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { reuseRequest } from './draft-commands.ts';
import styles from './orders.module.css';
import { RequestView } from './request-view.tsx';

/** The request that an order was placed with, as the service stored it, and a button that reuses it. */
export function StoredRequest({ orderId }: { readonly orderId: string }) {
  const app = useApp();
  const request = useQuery({
    queryKey: queryKeys.orderRequest(orderId),
    queryFn: async ({ signal }) => unwrap(await app.api.orders.request.query(orderId, { signal })),
  });
  const reuse = useMutation({ mutationFn: async (text: string) => reuseRequest(app, text, 'blank') });
  if (request.isPending) return <LoadingState label="Loading the stored request…" />;
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
          loading={reuse.isPending}
          title="Creates a draft from this request, for another time range"
          onClick={() => reuse.mutate(text)}
        >
          Order again
        </Button>
      </div>
      {reuse.data && <FailureNote title="No draft was created." failure={reuse.data} />}
    </>
  );
}
