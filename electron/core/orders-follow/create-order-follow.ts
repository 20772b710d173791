import { regionBounds } from '../../../shared/geo/region-bounds.ts';
import { readOrderTarget } from '../../../shared/orders/order-target.ts';
import { succeed } from '../../../shared/result.ts';
import type { Events } from '../events.ts';
import { type OpenWorkspace, openedWorkspace, written } from '../in-workspace.ts';
import type { Orders } from '../orders/orders.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { OrderFollow } from './order-follow.ts';
import { openWorkspaceNews, type WorkspaceNews } from './order-news.ts';
import { createRequestBackfill } from './request-backfill.ts';

/** The follow-up of the orders, with what the rest of the core needs of it. */
type BoundOrderFollow = OrderFollow & {
  /** To be called with a workspace that was just opened, before anything is written to it. */
  adopt(workspace: Workspace): Promise<void>;
  close(): Promise<void>;
};

type OrderFollowParts = {
  readonly orders: Pick<Orders, 'list' | 'request'>;
  readonly workspace: OpenWorkspace;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
};

/**
 * Follows the orders of the open workspace: whatever brought new histories into it (the watcher, a refresh, an order),
 * they are compared with those that were told before, and what changed is published as `order-changes` and kept as
 * news until the analyst has looked at it.
 */
export function createOrderFollow({
  orders,
  workspace,
  events,
  onProblem,
}: OrderFollowParts): BoundOrderFollow {
  let backfill = createRequestBackfill(orders.request);
  let news: WorkspaceNews | undefined;
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other, so that no comparison works on what another is just replacing. */
  const serially = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };

  const newsOf = (opened: Workspace) => (news?.workspace === opened ? news : undefined);

  const compare = async (opened: Workspace) => {
    const current = newsOf(opened);
    const list = await orders.list();
    if (!current || !list.ok || workspace() !== opened) return;
    const { changes, whileClosed } = await current.compare(list.value);
    if (changes.length > 0) events.publish({ type: 'order-changes', changes, whileClosed });
  };

  const fillIn = async (opened: Workspace) => {
    const list = await orders.list();
    if (!list.ok || opened.readOnly !== undefined) return;
    const came = await backfill.run(list.value.orders, () => !isClosed && workspace() === opened);
    if (came > 0 && !isClosed) events.publish({ type: 'changed', what: 'orders' });
  };

  /** A workspace that is left in the middle ends the work in it, whatever that says. */
  const inWorkspace = (work: (opened: Workspace) => Promise<void>) => async () => {
    const opened = workspace();
    if (!opened || isClosed) return;
    try {
      await work(opened);
    } catch (error) {
      if (!isClosed && workspace() === opened) onProblem(error, 'following the orders');
    }
  };

  const compareSoon = single(() => serially(inWorkspace(compare)));
  // Not waited for at the end: it waits for the service.
  const fillInSoon = single(inWorkspace(fillIn));
  const stop = events.listen(({ event }) => {
    if (event.type !== 'changed') return;
    if (event.what === 'orders' || event.what === 'workspace') {
      compareSoon();
      fillInSoon();
    }
  });

  return {
    async adopt(opened) {
      news = await openWorkspaceNews(opened);
      backfill = createRequestBackfill(orders.request);
    },
    async news() {
      const opened = openedWorkspace(workspace);
      return opened.ok ? succeed(newsOf(opened.value)?.items() ?? []) : opened;
    },
    async markSeen(orderId) {
      const opened = openedWorkspace(workspace);
      if (!opened.ok) return opened;
      const marked = await written(
        serially(async () => (await newsOf(opened.value)?.markSeen(orderId)) ?? false),
      );
      if (!marked.ok) return marked;
      if (marked.value) events.publish({ type: 'changed', what: 'order-news' });
      return succeed(undefined);
    },
    async ledger(orderId) {
      const opened = openedWorkspace(workspace);
      if (!opened.ok) return opened;
      const request = await orders.request(orderId);
      return request.ok ? orderLedger(opened.value, request.value) : request;
    },
    async close() {
      isClosed = true;
      stop();
      await last;
    },
  };
}

/** `work`, run once at a time; asked for meanwhile, it runs once more after that. */
function single(work: () => Promise<void>): () => void {
  let state: 'idle' | 'running' | 'again' = 'idle';
  const run = () => {
    state = 'running';
    void work().then(() => {
      if (state === 'again') run();
      else state = 'idle';
    });
  };
  return () => {
    if (state === 'idle') run();
    else state = 'again';
  };
}

async function orderLedger(
  workspace: Workspace,
  requestText: string,
): Promise<Awaited<ReturnType<OrderFollow['ledger']>>> {
  const target = readOrderTarget(requestText);
  if (!target.ok) return target;
  const { areas, imageTimes, analytics, problems } = target.value;
  const ledger = await workspace.coverageLedger({ areas, ranges: imageTimes, analytics });
  return succeed({
    ledger,
    areas: areas.map(({ name, squareMetres, region }) => ({
      name,
      squareMetres,
      bounds: regionBounds(region),
    })),
    problems,
  });
}
