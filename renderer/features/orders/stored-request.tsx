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
import { texts } from './texts.ts';

/** The request that an order was placed with, as the service stored it, and a button that reuses it. */
export function StoredRequest({ orderId }: { readonly orderId: string }) {
  const app = useApp();
  const request = useQuery({
    queryKey: queryKeys.orderRequest(orderId),
    queryFn: async ({ signal }) => unwrap(await app.api.orders.request.query(orderId, { signal })),
  });
  const reuse = useMutation({ mutationFn: (text: string) => reuseRequest(app, text, 'blank') });
  if (request.isPending) return <LoadingState label={texts.request.loading} />;
  if (request.error) {
    return (
      <FailureNote
        title={texts.request.notRead}
        failure={toFailure(request.error)}
        onRetry={() => void request.refetch()}
      />
    );
  }
  const text = request.data;
  return (
    <>
      <RequestView text={text} heading={texts.request.title} />
      <div className={styles.bar}>
        <Button
          loading={reuse.isPending}
          title={texts.request.orderAgainHint}
          onClick={() => reuse.mutate(text)}
        >
          {texts.request.orderAgain}
        </Button>
      </div>
      {reuse.data && <FailureNote title={texts.request.noDraft} failure={reuse.data} />}
    </>
  );
}
