import { z } from 'zod';
import { lonLatSchema, polygonSchema } from '../geo/geometry.ts';
import { siteKinds } from '../site-kinds.ts';

/** The outline of an area of interest: a polygon, or a geodesic circle stored as center and radius. */
export const areaShapeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('polygon'), polygon: polygonSchema }),
  z.object({
    kind: z.literal('circle'),
    /** `[longitude, latitude]`, degrees. */
    center: lonLatSchema,
    radiusMetres: z.number().positive(),
  }),
]);
export type AreaShape = z.infer<typeof areaShapeSchema>;

/** Settings that make an area a site, whose passes are counted and compared. */
export const siteSettingsSchema = z.object({
  /** Share of the area that a pass must cover to be compared with others. */
  minShare: z
    .number()
    .min(0.01, 'A pass covers at least 1% of a site.')
    .max(1, 'A pass covers at most 100% of a site.'),
  /** The kind that the user has marked it as: analytics that are limited to this kind of site examine it. */
  kind: z.enum(siteKinds).exactOptional(),
});
export type SiteSettings = z.infer<typeof siteSettingsSchema>;

/** Footprints are rarely exact: a pass that misses a tenth of a site is compared. */
export const defaultSite: SiteSettings = { minShare: 0.9 };

/** An area of interest (AOI), stored in the workspace until the analyst deletes it. */
export const areaSchema = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1, 'Enter a name for the area.').max(200, 'A name has at most 200 characters.'),
  shape: areaShapeSchema,
  /** Geodesic area on WGS 84. */
  squareMetres: z.number().nonnegative(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Absent: it is no site. */
  site: siteSettingsSchema.exactOptional(),
});
export type Area = z.infer<typeof areaSchema>;

/** Input to create an area; the main process adds the id, the geodesic area and the times. */
export const newAreaSchema = areaSchema.pick({ name: true, shape: true, site: true });
export type NewArea = z.infer<typeof newAreaSchema>;

/** A change of an area: name, shape, or what makes it a site (null: it is none). `expected` is the `updatedAt` that it must have. */
export const areaChangeSchema = z.object({
  id: z.uuid(),
  name: areaSchema.shape.name.optional(),
  shape: areaShapeSchema.optional(),
  site: siteSettingsSchema.nullable().optional(),
  expected: z.string().optional(),
});
export type AreaChange = z.infer<typeof areaChangeSchema>;

/** Areas to delete and deleted areas to restore, by id, and for an undo what must not have changed since. */
export const areaSwapSchema = z.object({
  remove: z.array(z.uuid()),
  restore: z.array(z.uuid()),
  /** Areas to set back to a former state, with its `updatedAt`, which is the revision of an area. */
  revert: z
    .array(areaSchema.pick({ id: true, name: true, shape: true, updatedAt: true, site: true }))
    .default([]),
  /** The revisions that areas must have; otherwise nothing is changed. */
  expected: z.array(areaSchema.pick({ id: true, updatedAt: true })).default([]),
});
export type AreaSwap = z.input<typeof areaSwapSchema>;

/** An area before and after a change. */
export type ChangedArea = { readonly before: Area; readonly after: Area };

/** One new area that replaces others. */
export const areaReplacementSchema = z.object({ ids: z.array(z.uuid()).min(1), area: newAreaSchema });
