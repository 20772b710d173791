import { z } from 'zod';
import {
  bookmarkChangeSchema,
  bookmarkMoveSchema,
  bookmarkReturnSchema,
  newBookmarkSchema,
} from '../../shared/bookmarks/bookmark.ts';
import { procedure, router } from './trpc.ts';

/** Views of the map that are kept. */
export const bookmarksRouter = router({
  list: procedure.query(({ ctx }) => ctx.core.bookmarks.list()),
  create: procedure.input(newBookmarkSchema).mutation(({ ctx, input }) => ctx.core.bookmarks.create(input)),
  change: procedure
    .input(bookmarkChangeSchema)
    .mutation(({ ctx, input }) => ctx.core.bookmarks.change(input)),
  move: procedure.input(bookmarkMoveSchema).mutation(({ ctx, input }) => ctx.core.bookmarks.move(input)),
  remove: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.bookmarks.remove(input)),
  bringBack: procedure
    .input(bookmarkReturnSchema)
    .mutation(({ ctx, input }) => ctx.core.bookmarks.bringBack(input)),
});
