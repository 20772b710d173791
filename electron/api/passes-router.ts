import { z } from 'zod';
import {
  passKeySchema,
  passPageRequestSchema,
  passShareRequestSchema,
  passStopsRequestSchema,
} from '../../shared/passes/pass.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import type { Workspace } from '../core/workspace/open/workspace.ts';
import { type ApiContext, procedure, router } from './trpc.ts';

/** The maximum number of image outlines in one request. */
const maxOutlines = 2_000;

/** Passes: the images that the workspace's records were derived from. */
export const passesRouter = router({
  page: procedure
    .input(passPageRequestSchema)
    .query(({ ctx, input }) => inWorkspace(ctx, (workspace) => workspace.passPage(input))),
  /** Null when the workspace has no such image (any more). */
  detail: procedure
    .input(passKeySchema)
    .query(({ ctx, input }) =>
      inWorkspace(ctx, async (workspace) => (await workspace.passDetail(input)) ?? null),
    ),
  outlines: procedure
    .input(z.array(passKeySchema).max(maxOutlines))
    .query(({ ctx, input }) => inWorkspace(ctx, (workspace) => workspace.passOutlines(input))),
  /** A filter that matches only the image's detections; null when there is no such image. */
  filter: procedure
    .input(passKeySchema)
    .query(({ ctx, input }) =>
      inWorkspace(ctx, async (workspace) => (await workspace.passFilter(input)) ?? null),
    ),
  /** Ids of the image's detections, ascending. */
  ids: procedure
    .input(passKeySchema)
    .query(({ ctx, input }) => inWorkspace(ctx, async (workspace) => [...(await workspace.passIds(input))])),
  /** Images that show a part of a view, by time. */
  stops: procedure
    .input(passStopsRequestSchema)
    .query(({ ctx, input }) => inWorkspace(ctx, (workspace) => workspace.passStops(input))),
  /** How much of a view an image shows. */
  share: procedure
    .input(passShareRequestSchema)
    .query(({ ctx, input }) => inWorkspace(ctx, (workspace) => workspace.passShare(input))),
  /** The workspace's records made from an image. */
  records: procedure
    .input(passKeySchema)
    .query(({ ctx, input }) => inWorkspace(ctx, (workspace) => workspace.passRecords(input))),
  /** Keys of a record's images, in its order. */
  ofRecord: procedure
    .input(z.string())
    .query(({ ctx, input }) => inWorkspace(ctx, (workspace) => workspace.passesOfRecord(input))),
});

async function inWorkspace<T>(
  { core }: ApiContext,
  read: (workspace: Workspace) => Promise<T>,
): Promise<Result<T>> {
  const workspace = core.workspace();
  if (!workspace) return fail('no-workspace', 'No workspace is open. Sign in once to create one.');
  return succeed(await read(workspace));
}
