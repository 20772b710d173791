import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { computeOrderStatistics } from '../../../../shared/orders/list/order-statistics.ts';
import { currentState } from '../../../../shared/orders/order.ts';
import { describeFilter } from '../../../../shared/results/describe-filter.ts';
import { unreviewedFilter } from '../../../../shared/results/unreviewed-filter.ts';
import { type App, useApp } from '../../../context/app-context.tsx';
import { useFilteredCounts } from '../../../context/use-filtered-counts.ts';
import { useWorkspaceCounts } from '../../../context/use-live-queries.ts';
import { useIsToBeFetched, useOrderList } from '../../../context/use-order-list.ts';
import { useReviewStage } from '../../../context/use-review-stage.ts';
import {
  useDock,
  useResults,
  useReview,
  useSession,
  useUi,
  useWorkspace,
} from '../../../context/use-stores.ts';
import { isPanelShown } from '../../../stores/panel-layout.ts';
import { hasRunningFetch } from '../../../stores/workspace-store.ts';
import { focusRegion } from '../../../ui/focus-region.ts';
import { notifyFailure, notifyInfo } from '../../../ui/notify.tsx';
import { useHasPrimaryButton } from '../../../ui/primary-button.tsx';
import { texts } from '../texts.ts';
import { type NextAction, nextAction, type PageState } from './next-action.ts';
import styles from './show.module.css';

/** The action that comes next, or what there is to wait for. */
export function NextActionButton() {
  const app = useApp();
  const next = nextAction(usePageState());
  const file = useCompletedFile();
  if (next === null) return null;
  if (next.kind === 'wait') return <Waiting cause={next.for} />;
  if (next.kind === 'open-file') {
    if (file === undefined) return null;
    const title = file.name;
    const opens = file.name.endsWith('.html');
    return file.downloadUrl ? (
      <Button
        component="a"
        size="xs"
        variant="filled"
        className={styles.next ?? ''}
        href={opens ? `${file.downloadUrl}?open` : file.downloadUrl}
        {...(opens ? { target: '_blank', rel: 'noreferrer' } : { download: file.name })}
        title={title}
        // The link must be in the page until the download has begun.
        onClick={() => setTimeout(() => app.stores.workspace.getState().setCompleted(null))}
      >
        {opens ? texts.next.open : texts.next.download}
      </Button>
    ) : (
      <Button
        size="xs"
        variant="filled"
        className={styles.next ?? ''}
        title={title}
        onClick={() => void reveal(app, file.jobId)}
      >
        {texts.next.showFile}
      </Button>
    );
  }
  const run = runs[next.kind];
  return (
    <Button size="xs" variant="filled" className={styles.next ?? ''} onClick={() => void run(app)}>
      {labelOf(next)}
    </Button>
  );
}

/** The cause of a wait, and its usual time, where ended orders show it. */
function Waiting({ cause }: { readonly cause: keyof typeof texts.next.waitFor }) {
  const completed = useWorkspace((state) => state.completed);
  const orders = useOrderList().data?.orders.map(({ order }) => order) ?? [];
  const sent = completed?.kind === 'order-sent' ? completed.orderId : undefined;
  const order = orders.find(({ id }) => id === sent);
  const others = orders.filter(({ id }) => id !== sent);
  const usual = order && computeOrderStatistics(others).get(currentState(order) ?? '');
  return (
    <span className={styles.wait}>
      {texts.next.waitFor[cause]}
      {usual ? texts.next.usually(usual.medianMs) : ''}
    </span>
  );
}

type Runnable = Exclude<NextAction['kind'], 'wait' | 'open-file'>;

const runs: Readonly<Record<Runnable, (app: App) => unknown>> = {
  'sign-in': ({ commands }) => commands.run('session.sign-in'),
  get: ({ stores }) => showForm(stores),
  review: ({ commands, stores }) => {
    const { filter } = stores.results.getState();
    const title = describeFilter(filter).map(({ text }) => text);
    return commands.runWith('review.start-queue', {
      ...{ title: title.join(' · ').slice(0, 1000) || texts.next.all, filter },
      ...{ order: 'pass', skipsJudged: true },
    });
  },
  resume: ({ commands }) => commands.run('review.pause'),
  export: ({ commands }) => commands.run('results.export'),
  filter: ({ commands }) => commands.run('results.filter'),
  'show-all': ({ commands }) => commands.run('results.clear-filter'),
  decide: ({ commands }) => commands.run('ais.next-undecided'),
  'fetch-here'({ commands, stores }) {
    const { completed, setCompleted } = stores.workspace.getState();
    if (completed === null || !('areaId' in completed)) return;
    stores.search.getState().chooseArea(completed.areaId);
    setCompleted(null);
    showForm(stores);
    // Without a region the whole service would be searched: the form asks for one.
    if (stores.search.getState().form.regions.length > 0) void commands.run('results.fetch');
  },
  'order-here'({ commands, stores }) {
    const { completed, setCompleted } = stores.workspace.getState();
    if (completed === null || !('areaId' in completed)) return;
    setCompleted(null);
    void commands.runWith('orders.start-for-areas', { areaIds: [completed.areaId] });
  },
  'run-rule'({ commands, stores }) {
    const { completed } = stores.workspace.getState();
    if (completed?.kind === 'rule') void commands.runWith('watch.run-rule', completed);
  },
  'fetch-order'({ commands, stores }) {
    const { completed, setCompleted } = stores.workspace.getState();
    if (completed === null || !('orderId' in completed)) return;
    setCompleted(null);
    void commands.runWith('orders.fetch-results-of', { orderId: completed.orderId });
  },
};

function showForm({ ui }: Pick<App['stores'], 'ui'>): void {
  ui.getState().showPanel('results');
  focusRegion('side');
}

function labelOf(next: Exclude<NextAction, { kind: 'open-file' | 'wait' }>): string {
  const { labels } = texts.next;
  return 'count' in next ? labels[next.kind](next.count) : labels[next.kind];
}

/** The file of the export that was just completed. */
function useCompletedFile() {
  const completed = useWorkspace((state) => state.completed);
  const job = useWorkspace(({ jobs }) =>
    completed?.kind === 'export' ? jobs.find(({ id }) => id === completed.jobId) : undefined,
  );
  const file = job?.export?.files[0];
  return job && file && { ...file, jobId: job.id };
}

/** Shows the only file of an export in the system's file manager. */
async function reveal({ api, stores }: App, jobId: string): Promise<void> {
  const shown = await api.exchange.reveal.mutate({ jobId, file: 0 });
  if (!shown.ok) return notifyFailure(shown.failure);
  if (shown.value) stores.workspace.getState().setCompleted(null);
  else notifyInfo(texts.next.noFileManager);
}

/** The last completed step. Null once its file was dismissed, its results are fetched, or its rule is out of sight. */
function useCompletedStep() {
  const { queries } = useApp();
  const completed = useWorkspace((state) => state.completed);
  const isWatchShown = useUi((state) => isPanelShown(state, 'side') && state.panel === 'watch');
  const isRuleShown = completed?.kind === 'rule' && isWatchShown;
  const rules = useQuery(queries.watch.list.queryOptions(undefined, { enabled: isRuleShown })).data?.rules;
  const isToBeFetched = useIsToBeFetched(
    completed?.kind === 'order-completed' ? completed.orderId : undefined,
  );
  const isPast = useWorkspace(({ jobs }) => {
    switch (completed?.kind) {
      case 'export':
        return !jobs.some(({ id }) => id === completed.jobId);
      case 'order-completed':
        return !isToBeFetched;
      case 'rule':
        return !isRuleShown || !rules?.some(({ rule: { searchId } }) => searchId === completed.searchId);
      default:
        return false;
    }
  });
  return isPast ? null : completed;
}

function usePageState(): PageState {
  const { queries } = useApp();
  const session = useSession((state) => state.session);
  const all = useWorkspaceCounts();
  const filter = useResults((state) => state.filter);
  const filtered = useFilteredCounts();
  const completed = useCompletedStep();
  const isReviewing = useReviewStage() !== null;
  const isElsewhere = useHasPrimaryButton() || isReviewing;
  const isGetShown = useUi((state) => isPanelShown(state, 'side') && state.panel === 'results');
  const total = all.state === 'ready' ? all.value.detections : undefined;
  const isCounted = (total ?? 0) > 0 && !isElsewhere;
  const unreviewed = useQuery(
    queries.results.counts.queryOptions(unreviewedFilter(filter), { enabled: isCounted }),
  );
  const undecided = useQuery(
    queries.ais.undecided.queryOptions(undefined, { enabled: completed?.kind === 'ais' }),
  );
  return {
    isSignedIn: session?.status === 'signed-in',
    canWrite: session?.workspace === 'open',
    total,
    shown: Object.keys(filter).length > 0 ? filtered.data?.detections : total,
    unreviewed: unreviewed.data?.detections,
    isPaused: useReview(({ queue }) => queue?.state === 'paused'),
    isFetching: useWorkspace(hasRunningFetch),
    isElsewhere,
    isGetShown,
    completed,
    selectedAreaId: useUi((state) => state.selectedAreaId),
    siteId: useDock(({ tab, sites }) => (tab === 'sites' ? sites.areaId : null)),
    undecided: undecided.data?.length ?? 0,
  };
}
