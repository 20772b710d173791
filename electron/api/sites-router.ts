import { siteLooksRequestSchema, siteSummariesRequestSchema } from '../../shared/sites/site-request.ts';
import { addFixedPlaces } from '../core/areas/add-fixed-places.ts';
import { readSiteLooks, summarizeSites } from '../core/areas/read-sites.ts';
import { procedure, reads, router } from './trpc.ts';

/** Sites: areas of interest whose looks are counted and compared. What makes an area one is changed by `areas.change`. */
export const sitesRouter = router({
  looks: procedure
    .input(siteLooksRequestSchema)
    .use(reads)
    .query(({ ctx, input, signal }) => readSiteLooks(ctx.workspace, input, signal)),
  /** Starts a job that adds the places of all that is stationary, new or gone as a layer. */
  addPlacesLayer: procedure
    .use(reads)
    .mutation(({ ctx }) => addFixedPlaces(ctx.workspace, ctx.core.layers.start)),
  summaries: procedure
    .input(siteSummariesRequestSchema)
    .use(reads)
    .query(({ ctx, input, signal }) => summarizeSites(ctx.workspace, input, signal)),
});
