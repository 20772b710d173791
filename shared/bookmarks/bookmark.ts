import { z } from 'zod';
import { lonLatSchema } from '../geo/geometry.ts';
import { detectionFilterSchema } from '../results/detection.ts';
import { storedRevertSchema } from '../stored-revert.ts';

/** A map view: the center in degrees, the OpenLayers zoom, and the rotation in radians, clockwise. */
export const bookmarkViewSchema = z.object({
  center: lonLatSchema,
  zoom: z.number().min(0).max(30),
  rotation: z.number(),
});

const nameSchema = z
  .string()
  .trim()
  .min(1, 'Give the bookmark a name.')
  .max(120, 'A name has 120 characters at most.');

/** A saved view of the map, with the detection filter that was active when it was saved, or null. */
export const bookmarkSchema = z.object({
  id: z.uuid(),
  name: nameSchema,
  view: bookmarkViewSchema,
  filter: detectionFilterSchema.nullable(),
  /** UTC, ISO 8601. */
  createdAt: z.string(),
});
export type Bookmark = z.infer<typeof bookmarkSchema>;

export const newBookmarkSchema = bookmarkSchema.omit({ id: true, createdAt: true });
export type NewBookmark = z.infer<typeof newBookmarkSchema>;

/** Changes of a bookmark: name, view or filter; absent members stay unchanged. */
export const bookmarkChangeSchema = bookmarkSchema.pick({ id: true }).extend({
  name: nameSchema.optional(),
  view: bookmarkViewSchema.optional(),
  filter: detectionFilterSchema.nullable().optional(),
});
export type BookmarkChange = z.infer<typeof bookmarkChangeSchema>;

/** A bookmark before and after a change. */
export type ChangedBookmark = { readonly before: Bookmark; readonly after: Bookmark };

/** Moves a bookmark from an index of the list, counted from 0, to another one. */
export const bookmarkMoveSchema = z.object({
  id: z.uuid(),
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
});
export type BookmarkMove = z.infer<typeof bookmarkMoveSchema>;

/** A bookmark that is set back to a former state, or deleted. */
export const bookmarkRevertSchema = storedRevertSchema(bookmarkSchema);
export type BookmarkRevert = z.infer<typeof bookmarkRevertSchema>;

/** Restores a removed bookmark at its former index. */
export const bookmarkRestoreSchema = z.object({ bookmark: bookmarkSchema, index: z.int().nonnegative() });
export type BookmarkRestore = z.infer<typeof bookmarkRestoreSchema>;

/** Returns the list with a bookmark moved to another index; the same list when it does not contain the bookmark. */
export function moveBookmark(
  bookmarks: readonly Bookmark[],
  { id, to }: Omit<BookmarkMove, 'from'>,
): readonly Bookmark[] {
  const moved = bookmarks.find((bookmark) => bookmark.id === id);
  if (!moved) return bookmarks;
  return bookmarks.filter((bookmark) => bookmark !== moved).toSpliced(to, 0, moved);
}
