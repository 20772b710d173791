import { z } from 'zod';
import { toFileName } from '../../shared/file-name.ts';
import { lonLatSchema } from '../../shared/geo/geometry.ts';
import type { Job } from '../../shared/jobs/job.ts';
import {
  layerChangeSchema,
  layerColumnSchema,
  layerFeatureSchema,
  layerFileExtensions,
  layerPageSchema,
  layerSwapSchema,
} from '../../shared/layers/vector-layer.ts';
import { checkedMapSourceSchema } from '../../shared/map-sources/check-map-source.ts';
import { offlineRequestSchema, tileCacheLimitSchema } from '../../shared/map-sources/map-source-state.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { tableColumnsSchema } from '../../shared/tables/table-columns.ts';
import { nowUtc } from '../../shared/time.ts';
import { uploadIdSchema } from '../../shared/workspace/workspace-file.ts';
import { chooseMarkedTarget, openFile } from './choose-files.ts';
import { mutation, query, serve, workspaceQuery } from './serve.ts';
import { procedure, reads, router, workspaceChange } from './trpc.ts';

const layerFiles = { title: 'Import a layer', kind: 'Layers', extensions: layerFileExtensions };

const layerPairSchema = z.object({ id: z.uuid(), otherId: z.uuid() });

/** Layers of the user's own. Their tiles come from `/layers/…`. */
export const layersRouter = router({
  list: workspaceQuery('listLayers'),
  /** Previews the uploaded file or, without one, a file that the user chooses. Null when nothing was chosen. */
  previewFile: procedure
    .input(z.object({ uploadId: uploadIdSchema }))
    .mutation(({ ctx, input: { uploadId } }) =>
      openFile(ctx, { ...layerFiles, uploadId }, (file) => ctx.core.layers.preview(file)),
    ),
  /**
   * Imports the previewed or the uploaded file or, without one, a file that the user chooses; a table by the columns, or else
   * the proposed ones. Null when nothing was chosen.
   */
  importFile: procedure
    .input(
      z.object({
        uploadId: uploadIdSchema.default(null),
        file: z.uuid().nullable().default(null),
        columns: tableColumnsSchema.nullable().default(null),
      }),
    )
    .mutation(
      ({ ctx, input: { uploadId, file, columns } }): Promise<Result<Job | null>> =>
        file === null
          ? openFile(ctx, { ...layerFiles, uploadId }, (one) => ctx.core.layers.start(one, columns))
          : ctx.core.layers.startPreviewed(file, columns),
    ),
  change: workspaceChange('layers', layerChangeSchema, async (workspace, change) => {
    const changed = await workspace.changeLayer(change, nowUtc());
    if (changed === 'taken')
      return fail('conflict', `Another layer is named “${change.name ?? ''}”. Choose another name.`);
    return orNoLayer(changed);
  }),
  /** Attributes of a newer layer that a layer does not have. */
  compare: procedure
    .use(reads)
    .input(layerPairSchema)
    .query(async ({ ctx, input: { id, otherId } }) =>
      orNoLayer(await ctx.workspace.compareLayers(id, otherId)),
    ),
  /** Exchanges the contents of two layers, which retain their names and styles. */
  swap: workspaceChange('layers', layerSwapSchema, async (workspace, swap) =>
    (await workspace.swapLayers(swap, nowUtc()))
      ? succeed(null)
      : fail('conflict', 'One of these layers was replaced or deleted in the meantime. Nothing was changed.'),
  ),
  /** The areas of a layer as GeoJSON. */
  areas: procedure
    .use(reads)
    .input(z.uuid())
    .query(({ ctx, input }) => ctx.core.layers.areas(input)),
  /** The areas of one of its features as GeoJSON. */
  areasOfFeature: procedure
    .use(reads)
    .input(layerFeatureSchema)
    .query(({ ctx, input: { id, fid } }) => ctx.core.layers.areas(id, fid)),
  /** Writes a layer to a GeoJSON file that the user chooses. Null when nothing was chosen. */
  exportFile: procedure
    .input(z.object({ id: z.uuid(), name: z.string() }))
    .mutation(async ({ ctx, input: { id, name } }): Promise<Result<Job | null>> => {
      const target = await chooseMarkedTarget(ctx, `${toFileName(name, 'layer')}.geojson`);
      return target ? ctx.core.layers.exportFile(id, target) : succeed(null);
    }),
  remove: workspaceChange('layers', z.uuid(), async (workspace, id) =>
    orNoLayer((await workspace.deleteLayer(id)) ? null : undefined),
  ),
  /** The most frequent values of a column. */
  values: procedure
    .use(reads)
    .input(layerColumnSchema)
    .query(async ({ ctx, input }) => {
      const values = await ctx.workspace.layerValues(input);
      return values ? succeed(values) : fail('not-found', 'The layer does not have this attribute.');
    }),
  /** Null when there is no such feature. */
  feature: workspaceQuery('layerFeature', layerFeatureSchema),
  /** A page of the features with a text, in the order of a column. */
  features: procedure
    .use(reads)
    .input(layerPageSchema)
    .query(async ({ ctx, input }) => orNoLayer(await ctx.workspace.layerFeatures(input))),
});

function orNoLayer<Output>(output: Output | undefined): Result<Output> {
  return output === undefined ? fail('not-found', 'This layer does not exist.') : succeed(output);
}

const addressSchema = z.string().trim().max(4000);
const fileKinds = {
  pmtiles: { title: 'Choose a PMTiles archive', kind: 'PMTiles', extensions: ['pmtiles'] },
  geotiff: { title: 'Choose a GeoTIFF', kind: 'GeoTIFF', extensions: ['tif', 'tiff', 'gtiff', 'cog'] },
} as const;

/** The user's basemaps. Their tiles come from `/tiles/…`, their GeoTIFFs from `/sources/…`. */
export const mapSourcesRouter = router({
  ...serve('mapSources', {
    list: query(),
    readArchive: mutation(addressSchema),
    add: mutation(checkedMapSourceSchema),
    remove: mutation(z.uuid()),
    clearTiles: mutation(z.uuid()),
    cacheStats: query(),
    setCacheLimit: mutation(tileCacheLimitSchema),
    planOffline: query(offlineRequestSchema),
    fetchOffline: mutation(offlineRequestSchema),
  }),
  /** Asks the user for a file, or uses the uploaded one, and inspects it. Null when nothing was chosen. */
  chooseFile: procedure
    .input(z.object({ kind: z.enum(['pmtiles', 'geotiff']), uploadId: uploadIdSchema }))
    .mutation(({ ctx, input: { kind, uploadId } }) =>
      openFile(ctx, { ...fileKinds[kind], uploadId }, (file) => ctx.core.mapSources.inspectFile(kind, file)),
    ),
  readCapabilities: procedure
    .input(z.object({ kind: z.enum(['wms', 'wmts']), address: addressSchema }))
    .mutation(({ ctx, input, signal }) =>
      ctx.core.mapSources.readCapabilities(input.kind, input.address, signal),
    ),
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
  change: procedure
    .input(z.object({ id: z.uuid(), draft: checkedMapSourceSchema }))
    .mutation(({ ctx, input }) => ctx.core.mapSources.change(input.id, input.draft)),
});
