import { z } from 'zod';
import { lonLatSchema } from '../geo/geometry.ts';
import { detectionFilterSchema } from '../results/detection.ts';

/** Where a map looks: the centre in degrees, OpenLayers' zoom, and the turn in radians, clockwise. */
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

/** A view of the map that the analyst wants to come back to, with the filter that it was looked at with, or null. */
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

/** Another name, or another view. */
export const bookmarkChangeSchema = bookmarkSchema.pick({ id: true }).extend({
  name: nameSchema.optional(),
  view: bookmarkViewSchema.optional(),
  filter: detectionFilterSchema.nullable().optional(),
});
export type BookmarkChange = z.infer<typeof bookmarkChangeSchema>;

/** Puts a bookmark before the one that now has this place, counted from 0. */
export const bookmarkMoveSchema = z.object({ id: z.uuid(), to: z.int().nonnegative() });
export type BookmarkMove = z.infer<typeof bookmarkMoveSchema>;

/** Brings a removed bookmark back to its place. */
export const bookmarkReturnSchema = z.object({ bookmark: bookmarkSchema, at: z.int().nonnegative() });
export type BookmarkReturn = z.infer<typeof bookmarkReturnSchema>;

/** The list with a bookmark taken to another place; the same list when it is not in it. */
export function moveBookmark(bookmarks: readonly Bookmark[], { id, to }: BookmarkMove): readonly Bookmark[] {
  const moved = bookmarks.find((bookmark) => bookmark.id === id);
  if (!moved) return bookmarks;
  return bookmarks.filter((bookmark) => bookmark !== moved).toSpliced(to, 0, moved);
}
