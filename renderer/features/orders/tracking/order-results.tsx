import { useMutation } from '@tanstack/react-query';
import { formatTime } from '../../../../shared/format.ts';
import { describeProgress, progressFraction } from '../../../../shared/jobs/describe-job.ts';
import { isActiveJob, type Job } from '../../../../shared/jobs/job.ts';
import { type OrderSearch, orderToSearch } from '../../../../shared/orders/list/order-search.ts';
import { currentState } from '../../../../shared/orders/order.ts';
import { describeAnalytics } from '../../../../shared/results/analytics.ts';
import { shortId } from '../../../../shared/short-id.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useJobDisplay } from '../../../context/use-job-display.ts';
import { useIsToBeFetched, useOrderList } from '../../../context/use-order-list.ts';
import { useSession, useWorkspace } from '../../../context/use-stores.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { JobProgress } from '../../../ui/job/job-progress.tsx';
import { PanelHeading } from '../../../ui/panel-heading.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
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
  const isNext = useIsToBeFetched(orderId);
  const isCompleted = useIsCompleted(orderId);
  return (
    <section aria-label={texts.results.label}>
      <PanelHeading level={3} title={texts.results.title}>
        <StatusBadge tone="outline" tip={texts.results.inferredHint}>
          {texts.results.inferred}
        </StatusBadge>
      </PanelHeading>
      <div className={styles.bar}>
        <PrimaryButton
          isPrimary={isNext}
          loading={begin.isPending}
          disabled={fetchable !== true}
          title={fetchable === true ? texts.results.fetchHint : fetchable}
          onClick={() => begin.mutate()}
        >
          {isCompleted ? texts.results.fetch : texts.results.fetchSoFar}
        </PrimaryButton>
        <SaveOrderSearch orderId={orderId} />
        <TextButton onClick={() => app.stores.ui.getState().showPanel('results')}>
          {texts.results.panel}
        </TextButton>
      </div>
      {begin.data && <FailureNote title={texts.results.notFetched} failure={begin.data} />}
      <OrderJob orderId={orderId} />
      <SearchNotes orderId={orderId} />
      <CoverageLedgerView orderId={orderId} />
      <BucketNote orderId={orderId} />
    </section>
  );
}

function useIsCompleted(orderId: string): boolean {
  const order = useOrderList().data?.orders.find((known) => known.order.id === orderId)?.order;
  return order !== undefined && currentState(order) === 'completed';
}

/** Note that a completed order's results may lie elsewhere, too, with the import of that folder. */
function BucketNote({ orderId }: { readonly orderId: string }) {
  const { commands } = useApp();
  if (!useIsCompleted(orderId)) return null;
  return (
    <p className="muted">
      {texts.results.inBucket}{' '}
      <TextButton onClick={() => commands.run('record-import.folder')}>
        {texts.results.importFolder}
      </TextButton>
    </p>
  );
}

/** Saves the order's results query as a saved search. */
function SaveOrderSearch({ orderId }: { readonly orderId: string }) {
  const app = useApp();
  const order = useOrderList().data?.orders.find((known) => known.order.id === orderId)?.order;
  const name = order?.descriptiveName?.trim() || shortId(orderId);
  const save = () => app.commands.runWith('searches.save-order-search', { orderId, name });
  return <TextButton onClick={() => void save()}>{texts.results.saveAsSearch}</TextButton>;
}

function OrderJob({ orderId }: { readonly orderId: string }) {
  const job = useWorkspace((state) => state.jobs.find(({ fetch }) => fetch?.orderId === orderId));
  return job ? <OrderJobProgress job={job} /> : null;
}

function OrderJobProgress({ job: reported }: { readonly job: Job }) {
  const { commands } = useApp();
  const { job, stateText, isFollowed } = useJobDisplay(reported);
  const { id: fetchId, fetch } = job;
  const hasDetections = !isActiveJob(job) && (fetch?.detections ?? 0) > 0;
  return (
    <div role="status" aria-label={texts.results.job}>
      <div>
        {stateText} · <span className="muted numeric">{describeProgress(job)}</span>
      </div>
      {isFollowed ? (
        <JobProgress label={job.title} fraction={progressFraction(job)} state={job.state} />
      ) : null}
      {job.failure && <FailureNote failure={job.failure} />}
      {hasDetections ? (
        <TextButton
          title={texts.results.showHint}
          onClick={() => void commands.runWith('searches.show-fetch', { fetchId, orderId: fetch?.orderId })}
        >
          {texts.results.show}
        </TextButton>
      ) : null}
    </div>
  );
}

/** Describes what the query requests, which parts of the order it covers, and which it cannot express. */
function SearchNotes({ orderId }: { readonly orderId: string }) {
  const requestText = useOrderList().data?.orders.find(({ order }) => order.id === orderId)?.requestText;
  const search = requestText === undefined ? undefined : orderToSearch(requestText);
  if (!search?.ok) return null;
  return (
    <>
      <p className="muted">{describeOrderSearch(search.value)}</p>
      <details className={styles.disclosure}>
        <summary>{texts.results.query}</summary>
        <ul>
          {search.value.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** Describes what a fetch of an order's results requests, and which part is shown then. */
export function describeOrderSearch({ search }: Pick<OrderSearch, 'search'>): string {
  const { collectedAfter: after, collectedBefore: before, collectedRanges = [] } = search;
  const analytics = describeAnalytics(search.analytics).join(', ') || texts.results.allAnalytics;
  if (collectedRanges.length > 0)
    return texts.results.asks(analytics, texts.results.ranges(collectedRanges.length));
  if (after === undefined || before === undefined)
    return texts.results.asks(analytics, texts.results.anyTime);
  // The bounds of a search are exclusive: one millisecond outside of the order's.
  const [from, to] = [formatTime(Date.parse(after) + 1), formatTime(Date.parse(before) - 1)];
  return texts.results.asks(analytics, texts.results.collected(from, to));
}
