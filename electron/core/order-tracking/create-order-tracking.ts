import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import { regionBounds } from '../../../shared/geo/region.ts';
import { inputFailure } from '../../../shared/input-failure.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { beginOfTimes, type CoverageLedger } from '../../../shared/orders/ledger/coverage-ledger.ts';
import type { OrderNotification } from '../../../shared/orders/list/order-notification.ts';
import {
  type StatusHistoryContent,
  statusHistoryCsv,
} from '../../../shared/orders/list/status-history-csv.ts';
import { currentState, type KnownOrder } from '../../../shared/orders/order.ts';
import { orderName } from '../../../shared/orders/order-name.ts';
import { type FailureCode, fail, type Result, succeed } from '../../../shared/result.ts';
import { type Search, searchSchema } from '../../../shared/results/search.ts';
import type { Events } from '../base/events.ts';
import { createRepeatableTask } from '../base/repeatable-task.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import { writeWholeFile } from '../base/write-whole-file.ts';
import type { Fetches } from '../fetches/create-fetches.ts';
import type { OrderRepository } from '../orders/order-repository.ts';
import type { Orders } from '../orders/orders.ts';
import { type GetWorkspace, readWorkspace, toWriteResult } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { openOrderNotifications, type WorkspaceOrderNotifications } from './order-notifications.ts';

/** The coverage ledger of an order, with what is needed to display it. */
export type OrderLedger = {
  readonly ledger: CoverageLedger;
  /** The areas of the order, in its order. */
  readonly areas: readonly {
    readonly name: string;
    readonly squareMetres: number;
    /** Null when the area has no extent. */
    readonly bounds: BoundingBox | null;
  }[];
  /** When the ordered time begins, epoch milliseconds; null once it has begun. Until then no record is expected. */
  readonly beginsAt: number | null;
  /** Parts of the request that could not be read and are not in the ledger; a sentence each. */
  readonly problems: readonly string[];
};

type OrderTrackingDeps = {
  readonly orders: Pick<Orders, 'list' | 'request'>;
  readonly fetches: Pick<Fetches, 'start'>;
  readonly workspace: GetWorkspace;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
};

/**
 * Tracks the orders of the open workspace. Whenever orders change (by the watcher, a refresh, a submission), they are
 * compared with those notified before. Changes are published as `order-changes` and stored as notifications until the
 * analyst has seen them.
 */
export function createOrderTracking({ orders, fetches, workspace, events, onProblem }: OrderTrackingDeps) {
  let backfill = createRequestBackfill(orders.request);
  let notifications: WorkspaceOrderNotifications | undefined;
  let isClosed = false;
  /** Serializes comparisons, since each replaces the state that the next one compares with. */
  const comparisons = createSerialQueue();

  const notificationsOf = (opened: Workspace) =>
    notifications?.workspace === opened ? notifications : undefined;

  const compare = async (opened: Workspace) => {
    const current = notificationsOf(opened);
    const list = await orders.list();
    if (!current || !list.ok || workspace() !== opened) return;
    const { changes, whileClosed } = await current.compare(list.value);
    if (changes.length > 0) events.publish({ type: 'order-changes', changes, whileClosed });
  };

  const backfillRequests = async (opened: Workspace) => {
    const list = await orders.list();
    if (!list.ok || opened.readOnly !== undefined) return;
    const fetched = await backfill.run(list.value.orders, () => !isClosed && workspace() === opened);
    if (fetched > 0 && !isClosed) events.publish({ type: 'changed', topic: 'orders' });
  };

  /** Runs a task in the open workspace. Errors are ignored after the workspace has been closed. */
  const inWorkspace = (work: (opened: Workspace) => Promise<void>) => async () => {
    const opened = workspace();
    if (!opened || isClosed) return;
    try {
      await work(opened);
    } catch (error) {
      if (!isClosed && workspace() === opened) onProblem(error, 'following the orders');
    }
  };

  const scheduleCompare = createRepeatableTask(() => comparisons.run(inWorkspace(compare)));
  // Not awaited by `close`, since it waits for the service.
  const scheduleBackfill = createRepeatableTask(inWorkspace(backfillRequests));
  const stop = events.listen(({ event }) => {
    if (event.type !== 'changed') return;
    if (event.topic === 'orders' || event.topic === 'workspace') {
      scheduleCompare();
      scheduleBackfill();
    }
  });

  return {
    /** Must be called with a newly opened workspace, before anything is written to it. */
    async onWorkspaceOpened(opened: Workspace): Promise<void> {
      notifications = await openOrderNotifications(opened);
      backfill = createRequestBackfill(orders.request);
    },
    /** Changes that the analyst has not seen yet, in the order of detection. */
    notifications: (): Promise<Result<readonly OrderNotification[]>> =>
      readWorkspace(workspace, async (opened) => succeed(notificationsOf(opened)?.items() ?? [])),
    /** Marks the notifications of an order, or with null of all orders, as seen. */
    markSeen: (orderId: string | null): Promise<Result<void>> =>
      readWorkspace(workspace, async (opened) => {
        const marked = await toWriteResult(
          comparisons.run(async () => (await notificationsOf(opened)?.markSeen(orderId)) ?? false),
        );
        if (!marked.ok) return marked;
        if (marked.value) events.publish({ type: 'changed', topic: 'order-notifications' });
        return succeed(undefined);
      }),
    /**
     * Computes from the workspace's records what was imaged of an order's areas and what was detected there. The order's
     * stored request is read from the workspace or else from the service.
     */
    ledger: (orderId: string): Promise<Result<OrderLedger>> =>
      readWorkspace(workspace, async (opened) => {
        const request = await orders.request(orderId);
        return request.ok ? orderLedger(opened, request.value) : request;
      }),
    /**
     * Starts the fetch that matches an order's request: its analytics and times in all regions, since the service neither
     * filters by position nor states the region of an order. While it is running already, its job is returned instead.
     */
    fetchResults: (orderId: string): Promise<Result<Job>> => fetchOrderResults(orderId, orders, fetches),
    /** Writes the status histories of all orders, or the times per state of each analytic, to a CSV file. */
    async writeStatusHistory(path: string, content: StatusHistoryContent): Promise<Result<undefined>> {
      const list = await orders.list();
      return list.ok ? writeWholeFile(path, statusHistoryCsv(list.value.orders, content)) : list;
    },
    async close() {
      isClosed = true;
      stop();
      await comparisons.settled();
    },
  };
}

async function fetchOrderResults(
  orderId: string,
  orders: OrderTrackingDeps['orders'],
  fetches: OrderTrackingDeps['fetches'],
): Promise<Result<Job>> {
  const list = await orders.list();
  if (!list.ok) return list;
  const request = await orders.request(orderId);
  if (!request.ok) return request;
  const search = await matchingSearch(request.value);
  if (!search.ok) return search;
  const order = list.value.orders.find((known) => known.order.id === orderId)?.order ?? { id: orderId };
  const isOrderCompleted = currentState(order) === 'completed';
  return fetches.start(search.value, {
    title: `Order results · ${orderName(order)}`,
    orderId,
    isOrderCompleted,
  });
}

/** The search that matches an order's request. */
async function matchingSearch(requestText: string): Promise<Result<Search>> {
  const { orderToSearch } = await import('../../../shared/orders/list/order-search.ts');
  const fitting = orderToSearch(requestText);
  if (!fitting.ok) return fitting;
  const search = searchSchema.safeParse(fitting.value.search);
  if (search.success) return succeed(search.data);
  const { problems = [] } = inputFailure(search.error, fitting.value.search);
  const message = 'The request of this order has values that a search cannot have.';
  return fail('invalid-input', message, { problems });
}

async function orderLedger(workspace: Workspace, requestText: string): Promise<Result<OrderLedger>> {
  const { readOrderTarget } = await import('../../../shared/orders/overlap/order-target.ts');
  const target = readOrderTarget(requestText, await workspace.listAreas());
  if (!target.ok) return target;
  const { areas, imageTimes, analytics, problems } = target.value;
  const ledger = await workspace.coverageLedger({ areas, ranges: imageTimes, analytics });
  return succeed({
    ledger,
    beginsAt: beginOfTimes(imageTimes, ledger.entries, Date.now()),
    areas: areas.map(({ name, squareMetres, region }) => ({
      name,
      squareMetres,
      bounds: regionBounds(region),
    })),
    problems,
  });
}

/** Failure codes that are specific to one order. */
const orderSpecificCodes: ReadonlySet<FailureCode> = new Set([
  'not-found',
  'forbidden',
  'bad-response',
  'too-large',
]);

/** Fetches the stored requests that are missing in the workspace, which lists, searches and the map need. */
function createRequestBackfill(request: OrderRepository['request']) {
  const unavailable = new Set<string>();
  return {
    /** Sequential; resolves with the number fetched. A request that failed permanently is not fetched again. */
    async run(orders: readonly KnownOrder[], shouldContinue: () => boolean): Promise<number> {
      let fetchedCount = 0;
      for (const { order, requestText } of orders) {
        if (requestText !== undefined || !order.request || unavailable.has(order.request)) continue;
        if (!shouldContinue()) break;
        const fetched = await request(order.id);
        if (fetched.ok) fetchedCount += 1;
        else if (orderSpecificCodes.has(fetched.failure.code)) unavailable.add(order.request);
        else break;
      }
      return fetchedCount;
    },
  };
}
