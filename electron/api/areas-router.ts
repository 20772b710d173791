import { z } from 'zod';
import {
  areaChangeSchema,
  areaReplacementSchema,
  areaSwapSchema,
  newAreaSchema,
} from '../../shared/areas/area.ts';
import { noSoftCap, type SoftCap, softCapSchema } from '../../shared/areas/soft-cap.ts';
import { type Result, succeed } from '../../shared/result.ts';
import { sitePassesRequestSchema, siteSummariesRequestSchema } from '../../shared/sites/site-request.ts';
import {
  addArea,
  addAreas,
  changeArea,
  removeArea,
  replaceAreas,
  swapAreas,
} from '../core/areas/edit-areas.ts';
import { addFixedPlaces, readSitePasses, summarizeSites } from '../core/areas/read-sites.ts';
import { workspaceQuery } from './serve.ts';
import { procedure, reads, router, workspaceChange, writes } from './trpc.ts';

/** The workspace setting that contains the soft cap, as JSON. */
const softCapKey = 'areas.soft-cap';

/** Areas of interest. */
export const areasRouter = router({
  list: workspaceQuery('listAreas'),
  create: workspaceChange('areas', newAreaSchema, addArea),
  createMany: workspaceChange('areas', z.array(newAreaSchema).min(1), addAreas),
  change: workspaceChange('areas', areaChangeSchema, changeArea),
  remove: workspaceChange('areas', z.uuid(), removeArea),
  swap: workspaceChange('areas', areaSwapSchema, swapAreas),
  replace: workspaceChange('areas', areaReplacementSchema, (workspace, { ids, area }) =>
    replaceAreas(workspace, ids, area),
  ),
  /** The analyst's warning limits on area size, saved in the workspace; all off by default. */
  softCap: procedure.use(reads).query(async ({ ctx }): Promise<Result<SoftCap>> => {
    const text = await ctx.workspace.getSetting(softCapKey);
    return succeed(text === undefined ? noSoftCap : softCapSchema.parse(JSON.parse(text)));
  }),
  setSoftCap: procedure
    .input(softCapSchema)
    .use(writes())
    .mutation(async ({ ctx, input }) =>
      succeed(await ctx.workspace.saveSetting(softCapKey, JSON.stringify(input))),
    ),
});

/** Sites: areas of interest whose passes are counted and compared. What makes an area one is changed by `areas.change`. */
export const sitesRouter = router({
  looks: procedure
    .input(sitePassesRequestSchema)
    .use(reads)
    .query(({ ctx, input, signal }) => readSitePasses(ctx.workspace, input, signal)),
  /** Starts a job that adds the places of all that is stationary, new or gone as a layer. */
  addPlacesLayer: procedure
    .use(reads)
    .mutation(({ ctx }) => addFixedPlaces(ctx.workspace, ctx.core.layers.start)),
  summaries: procedure
    .input(siteSummariesRequestSchema)
    .use(reads)
    .query(({ ctx, input, signal }) => summarizeSites(ctx.workspace, input, signal)),
});
