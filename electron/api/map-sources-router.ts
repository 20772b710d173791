import { z } from 'zod';
import { lonLatSchema } from '../../shared/geo/geometry.ts';
import { checkedMapSourceSchema } from '../../shared/map-sources/check-map-source.ts';
import {
  offlineRequestSchema,
  type SelectedMapFile,
  tileCacheLimitSchema,
} from '../../shared/map-sources/map-source-state.ts';
import { type Result, succeed } from '../../shared/result.ts';
import { uploadIdSchema } from '../../shared/workspace/workspace-file.ts';
import { procedure, router } from './trpc.ts';

const addressSchema = z.string().trim().max(4000);
const fileKinds = {
  pmtiles: { title: 'Choose a PMTiles archive', kind: 'PMTiles', extensions: ['pmtiles'] },
  geotiff: { title: 'Choose a GeoTIFF', kind: 'GeoTIFF', extensions: ['tif', 'tiff', 'gtiff', 'cog'] },
} as const;

/** The user's basemaps. Their tiles come from `/tiles/…`, their GeoTIFFs from `/sources/…`. */
export const mapSourcesRouter = router({
  list: procedure.query(({ ctx }) => ctx.core.mapSources.list()),
  /** Asks the user for a file, or uses the uploaded one, and inspects it. Null when nothing was chosen. */
  chooseFile: procedure
    .input(z.object({ kind: z.enum(['pmtiles', 'geotiff']), uploadId: uploadIdSchema }))
    .mutation(async ({ ctx, input }): Promise<Result<SelectedMapFile | null>> => {
      const { kind, uploadId } = input;
      const chosen = await ctx.host.chooseOpenFile({ ...fileKinds[kind], uploadId });
      return chosen ? ctx.core.mapSources.inspectFile(kind, chosen) : succeed(null);
    }),
  readCapabilities: procedure
    .input(z.object({ kind: z.enum(['wms', 'wmts']), address: addressSchema }))
    .mutation(({ ctx, input, signal }) =>
      ctx.core.mapSources.readCapabilities(input.kind, input.address, signal),
    ),
  readArchive: procedure
    .input(addressSchema)
    .mutation(({ ctx, input }) => ctx.core.mapSources.readArchive(input)),
  tryOut: procedure
    .input(
      z.object({
        draft: checkedMapSourceSchema,
        id: z.uuid().nullable(),
        position: lonLatSchema,
        zoom: z.number(),
      }),
    )
    .mutation(({ ctx, input: { draft, id, ...location } }) =>
      ctx.core.mapSources.tryOut(draft, id, location),
    ),
  add: procedure.input(checkedMapSourceSchema).mutation(({ ctx, input }) => ctx.core.mapSources.add(input)),
  change: procedure
    .input(z.object({ id: z.uuid(), draft: checkedMapSourceSchema }))
    .mutation(({ ctx, input }) => ctx.core.mapSources.change(input.id, input.draft)),
  remove: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.mapSources.remove(input)),
  clearTiles: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.mapSources.clearTiles(input)),
  cacheStats: procedure.query(({ ctx }) => ctx.core.mapSources.cacheStats()),
  setCacheLimit: procedure
    .input(tileCacheLimitSchema)
    .mutation(({ ctx, input }) => ctx.core.mapSources.setCacheLimit(input)),
  planOffline: procedure
    .input(offlineRequestSchema)
    .query(({ ctx, input }) => ctx.core.mapSources.planOffline(input)),
  fetchOffline: procedure
    .input(offlineRequestSchema)
    .mutation(({ ctx, input }) => ctx.core.mapSources.fetchOffline(input)),
});
