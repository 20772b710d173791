import { tracked } from '@trpc/server';
import { aisRouter } from './ais-router.ts';
import { areasRouter } from './areas-router.ts';
import { bookmarksRouter } from './bookmarks-router.ts';
import { chipsRouter } from './chips-router.ts';
import { diagnosticsRouter } from './diagnostics-router.ts';
import { draftsRouter } from './drafts-router.ts';
import { exchangeRouter } from './exchange-router.ts';
import { jobsRouter } from './jobs-router.ts';
import { layersRouter } from './layers-router.ts';
import { mapSourcesRouter } from './map-sources-router.ts';
import { networkRouter } from './network-router.ts';
import { orderTrackingRouter } from './order-tracking-router.ts';
import { ordersRouter } from './orders-router.ts';
import { passesRouter } from './passes-router.ts';
import { problemsRouter } from './problems-router.ts';
import { resultsRouter } from './results-router.ts';
import { reviewQueueRouter } from './review-queue-router.ts';
import { reviewsRouter } from './reviews-router.ts';
import { searchesRouter } from './searches-router.ts';
import { sessionRouter } from './session-router.ts';
import { sitesRouter } from './sites-router.ts';
import { teamRouter } from './team-router.ts';
import { procedure, router } from './trpc.ts';
import { updatesRouter } from './updates-router.ts';
import { watchRouter } from './watch-router.ts';
import { workspaceRouter } from './workspace-router.ts';

/** All procedures that the renderer can call, typed end to end. */
export const appRouter = router({
  session: sessionRouter,
  areas: areasRouter,
  bookmarks: bookmarksRouter,
  orders: ordersRouter,
  drafts: draftsRouter,
  orderTracking: orderTrackingRouter,
  results: resultsRouter,
  passes: passesRouter,
  sites: sitesRouter,
  problems: problemsRouter,
  reviews: reviewsRouter,
  reviewQueue: reviewQueueRouter,
  chips: chipsRouter,
  searches: searchesRouter,
  exchange: exchangeRouter,
  jobs: jobsRouter,
  ais: aisRouter,
  layers: layersRouter,
  mapSources: mapSourcesRouter,
  network: networkRouter,
  team: teamRouter,
  updates: updatesRouter,
  watch: watchRouter,
  diagnostics: diagnosticsRouter,
  workspace: workspaceRouter,
  /** The kind of host, so that the page offers only what it supports. */
  host: procedure.query(({ ctx }) => ({ kind: ctx.host.kind })),
  /** The single event stream. Events are not replayed: a page that reconnects refetches what it shows. */
  events: procedure.subscription(async function* ({ ctx, signal }) {
    const { core } = ctx;
    for await (const { id, event } of core.events.stream(signal ?? new AbortController().signal)) {
      yield tracked(String(id), event);
    }
  }),
});

export type AppRouter = typeof appRouter;
