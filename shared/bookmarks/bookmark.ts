import { z } from 'zod';
import { lonLatSchema } from '../geo/geometry.ts';
import { detectionFilterSchema } from '../results/detection.ts';

/** A map view: the center in degrees, the OpenLayers zoom, and the rotation in radians, clockwise. */
export const bookmarkViewSchema = z.object({
  center: lonLatSchema,
  zoom: z.number().min(0).max(30),
  rotation: z.number(),
});

/** A saved view of the map, with the detection filter that was active when it was saved, or null. */
export const bookmarkSchema = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1, 'Give the bookmark a name.').max(120, 'A name has 120 characters at most.'),
  view: bookmarkViewSchema,
  filter: detectionFilterSchema.nullable(),
  /** UTC, ISO 8601. */
  createdAt: z.string(),
});
export type Bookmark = z.infer<typeof bookmarkSchema>;

export type NewBookmark = Omit<Bookmark, 'id' | 'createdAt'>;
