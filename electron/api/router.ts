import { tracked } from '@trpc/server';
import { z } from 'zod';
import { aisRouter } from './ais-router.ts';
import { areasRouter, sitesRouter } from './areas-router.ts';
import { chipsRouter } from './chips-router.ts';
import { exchangeRouter } from './exchange-router.ts';
import { itemRouters } from './items-router.ts';
import { layersRouter, mapSourcesRouter } from './layers-router.ts';
import { draftsRouter, ordersRouter, orderTrackingRouter } from './orders-router.ts';
import { passesRouter, problemsRouter, resultsRouter } from './results-router.ts';
import { reviewQueueRouter, reviewsRouter } from './reviews-router.ts';
import { searchesRouter, watchRouter } from './searches-router.ts';
import { mutation, query, serve } from './serve.ts';
import { networkRouter, sessionRouter } from './session-router.ts';
import { teamRouter } from './team-router.ts';
import { procedure, router } from './trpc.ts';
import { diagnosticsRouter, updatesRouter } from './updates-router.ts';
import { workspaceRouter } from './workspace-router.ts';

/** Long-running jobs: list, cancel, resume, dismiss. */
const jobsRouter = router({
  ...serve('jobs', {
    list: query(),
    cancel: mutation(z.uuid()),
    resume: mutation(z.uuid()),
    dismiss: mutation(z.uuid()),
  }),
});

/** All procedures that the renderer can call, typed end to end. */
export const appRouter = router({
  ...itemRouters,
  session: sessionRouter,
  areas: areasRouter,
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
