import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Job } from '../../../../shared/jobs/job.ts';
import { orderToSearch } from '../../../../shared/orders/list/order-search.ts';
import { orderName } from '../../../../shared/orders/order-name.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useJobDisplay } from '../../../context/use-job-display.ts';
import { useOrderList } from '../../../context/use-order-list.ts';
import { useOrderListStore, useSession, useWorkspace } from '../../../context/use-stores.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { describeProgress, progressFraction } from '../../../ui/job/describe-job.ts';
import { JobProgress } from '../../../ui/job/job-progress.tsx';
import { PanelHeading } from '../../../ui/panel-heading.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { canFetchResults, fetchOrderResults } from '../order-tracking-commands.ts';
import styles from '../orders.module.css';
import { texts } from '../texts.ts';
import { CoverageLedgerView } from './coverage-ledger-view.tsx';

/** The order's results: fetching them with a matching query, and the coverage ledger. */
export function OrderResults({ orderId }: { readonly orderId: string }) {
  const app = useApp();
  // `canFetchResults` reads the session, so a change of the session has to render this again.
  useSession((state) => state.session);
  const fetchable = canFetchResults(app);
  const begin = useMutation({ mutationFn: () => fetchOrderResults(app, orderId) });
  return (
    <section aria-label={texts.results.label}>
      <PanelHeading level={3} title={texts.results.title}>
        <StatusBadge tone="outline" tip={texts.results.inferredHint}>
          {texts.results.inferred}
        </StatusBadge>
      </PanelHeading>
      <div className={styles.bar}>
        <Button
          loading={begin.isPending}
          disabled={fetchable !== true}
          title={fetchable === true ? texts.results.fetchHint : fetchable}
          onClick={() => begin.mutate()}
        >
          {texts.results.fetch}
        </Button>
        <SaveOrderSearch orderId={orderId} />
        <TextButton onClick={() => app.stores.ui.getState().showPanel('results')}>
          {texts.results.panel}
        </TextButton>
      </div>
      {begin.data && <FailureNote title={texts.results.notFetched} failure={begin.data} />}
      <OrderJob orderId={orderId} />
      <SearchNotes orderId={orderId} />
      <CoverageLedgerView orderId={orderId} />
    </section>
  );
}

/** Saves the order's results query as a saved search. */
function SaveOrderSearch({ orderId }: { readonly orderId: string }) {
  const app = useApp();
  const order = useOrderList().data?.orders.find((known) => known.order.id === orderId)?.order;
  const name = orderName(order ?? { id: orderId });
  const save = () => app.commands.runWith('searches.save-order-search', { orderId, name });
  return <TextButton onClick={() => void save()}>{texts.results.saveAsSearch}</TextButton>;
}

function OrderJob({ orderId }: { readonly orderId: string }) {
  const jobId = useOrderListStore((state) => state.fetchJobs[orderId]);
  const job = useWorkspace((state) => state.jobs.find(({ id }) => id === jobId));
  return job ? <OrderJobProgress job={job} /> : null;
}

function OrderJobProgress({ job: reported }: { readonly job: Job }) {
  const { job, stateText, isFollowed } = useJobDisplay(reported);
  return (
    <div role="status" aria-label={texts.results.job}>
      <div>
        {stateText} · <span className="muted numeric">{describeProgress(job)}</span>
      </div>
      {isFollowed ? (
        <JobProgress label={job.title} fraction={progressFraction(job)} state={job.state} />
      ) : null}
      {job.failure && <FailureNote failure={job.failure} />}
    </div>
  );
}

/** Which parts of the order the query covers, and which it cannot express. */
function SearchNotes({ orderId }: { readonly orderId: string }) {
  const requestText = useOrderList().data?.orders.find(({ order }) => order.id === orderId)?.requestText;
  const search = requestText === undefined ? undefined : orderToSearch(requestText);
  if (!search?.ok) return null;
  return (
    <details className={styles.disclosure}>
      <summary>{texts.results.query}</summary>
      <ul>
        {search.value.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
}
