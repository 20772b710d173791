import path from 'node:path';
import { z } from 'zod';
import { draftRevertSchema, draftSaveSchema, draftTitle } from '../../shared/orders/draft/stored-draft.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { procedure, router } from './trpc.ts';

/** A draft that was written to a file. */
export type ExportedDraft = { readonly name: string; readonly path: string; readonly downloadUrl?: string };

/** Drafts and templates of orders. */
export const draftsRouter = router({
  list: procedure.query(({ ctx }) => ctx.core.drafts.list()),
  save: procedure.input(draftSaveSchema).mutation(({ ctx, input }) => ctx.core.drafts.save(input)),
  remove: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.drafts.remove(input)),
  restore: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.drafts.restore(input)),
  revert: procedure.input(draftRevertSchema).mutation(({ ctx, input }) => ctx.core.drafts.revert(input)),
  /** Asks the user for a file to write, then writes it. Null when the user cancelled. */
  export: procedure
    .input(z.uuid())
    .mutation(async ({ ctx, input }): Promise<Result<ExportedDraft | null>> => {
      const drafts = await ctx.core.drafts.list();
      if (!drafts.ok) return drafts;
      const stored = drafts.value.drafts.find(({ id }) => id === input);
      if (!stored) return fail('not-found', `There is no draft ${input} in this workspace.`);
      const target = await ctx.host.chooseSaveTarget(fileName(draftTitle(stored), stored.kind));
      if (!target) return succeed(null);
      const done = await ctx.core.drafts.writeTo(input, target.path);
      return done.ok ? succeed({ ...target, name: path.basename(target.path) }) : done;
    }),
});

/** A file name that every file system accepts. */
function fileName(title: string, kind: string): string {
  const safe = title
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .trim()
    .slice(0, 60);
  return `${safe.replace(/^\.+/, '') || 'order'}.${kind}.json`;
}
