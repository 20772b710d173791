import { z } from 'zod';
import {
  bookmarkChangeSchema,
  bookmarkMoveSchema,
  bookmarkRestoreSchema,
  bookmarkRevertSchema,
  newBookmarkSchema,
} from '../../shared/bookmarks/bookmark.ts';
import { procedure, router } from './trpc.ts';

/** Bookmarks: saved views of the map. */
export const bookmarksRouter = router({
  list: procedure.query(({ ctx }) => ctx.core.bookmarks.list()),
  create: procedure.input(newBookmarkSchema).mutation(({ ctx, input }) => ctx.core.bookmarks.create(input)),
  change: procedure
    .input(bookmarkChangeSchema)
    .mutation(({ ctx, input }) => ctx.core.bookmarks.change(input)),
  move: procedure.input(bookmarkMoveSchema).mutation(({ ctx, input }) => ctx.core.bookmarks.move(input)),
  remove: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.bookmarks.remove(input)),
  revert: procedure
    .input(bookmarkRevertSchema)
    .mutation(({ ctx, input }) => ctx.core.bookmarks.revert(input)),
  restore: procedure
    .input(bookmarkRestoreSchema)
    .mutation(({ ctx, input }) => ctx.core.bookmarks.restore(input)),
});
