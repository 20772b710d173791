import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { orderToSearch } from '../../../../shared/orders/order-search.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useOrderListing, useSession, useWorkspace } from '../../../app/use-stores.ts';
import { canFetchResults, fetchOrderResults } from '../../../commands/order-follow-commands.ts';
import { beginSavingOrder } from '../../../commands/search-commands.ts';
import { FailureNote } from '../../../components/failure-note.tsx';
import { PanelHeading } from '../../../components/panel-heading.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TextButton } from '../../../components/text-button.tsx';
import { describeProgress, describeState, progressFraction } from '../../jobs/describe-job.ts';
import { JobProgress } from '../../jobs/job-progress.tsx';
import styles from '../orders.module.css';
import { useOrderList } from '../use-order-list.ts';
import { CoverageLedgerView } from './coverage-ledger-view.tsx';

/** From an order to its results: the query that fits it, in one press, and what came of it. */
export function OrderResults({ orderId }: { readonly orderId: string }) {
  const app = useApp();
  // Signing in or out changes whether results can be fetched.
  useSession((state) => state.session);
  const fetchable = canFetchResults(app);
  const begin = useMutation({ mutationFn: () => fetchOrderResults(app, orderId) });
  return (
    <section aria-label="Results of the order">
      <PanelHeading level={3} title="Results">
        <StatusBadge
          tone="outline"
          tip="The service does not report what was imaged. This is worked out here."
        >
          inferred
        </StatusBadge>
      </PanelHeading>
      <div className={styles.bar}>
        <Button
          loading={begin.isPending}
          disabled={fetchable !== true}
          title={fetchable === true ? 'Asks for the analytics and times of this order' : fetchable}
          onClick={() => begin.mutate()}
        >
          Fetch the results
        </Button>
        <SaveOrderSearch orderId={orderId} />
        <TextButton onClick={() => app.stores.ui.getState().showPanel('results')}>Results panel</TextButton>
      </div>
      {begin.data && <FailureNote title="The results were not fetched." failure={begin.data} />}
      <OrderJob orderId={orderId} />
      <SearchNotes orderId={orderId} />
      <CoverageLedgerView orderId={orderId} />
    </section>
  );
}

/** The order's results as a saved search, which brings what is new of them. */
function SaveOrderSearch({ orderId }: { readonly orderId: string }) {
  const app = useApp();
  const order = useOrderList().data?.orders.find((known) => known.order.id === orderId)?.order;
  const name = order?.descriptiveName || orderId;
  return <TextButton onClick={() => void beginSavingOrder(app, orderId, name)}>Save as a search</TextButton>;
}

function OrderJob({ orderId }: { readonly orderId: string }) {
  const jobId = useOrderListing((state) => state.fetchJobs[orderId]);
  const job = useWorkspace((state) => state.jobs.find(({ id }) => id === jobId));
  if (!job) return null;
  return (
    <div role="status" aria-label="Fetch for this order">
      <div>
        {describeState(job)} · <span className="muted numeric">{describeProgress(job)}</span>
      </div>
      <JobProgress label={job.title} fraction={progressFraction(job)} state={job.state} />
      {job.failure && <FailureNote failure={job.failure} />}
    </div>
  );
}

/** What the query asks for, and what it cannot. */
function SearchNotes({ orderId }: { readonly orderId: string }) {
  const requestText = useOrderList().data?.orders.find(({ order }) => order.id === orderId)?.requestText;
  const search = requestText === undefined ? undefined : orderToSearch(requestText);
  if (!search?.ok) return null;
  return (
    <details className={styles.disclosure}>
      <summary>What the query asks for</summary>
      <ul>
        {search.value.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
}
