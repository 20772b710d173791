import { z } from 'zod';
import { lonLatSchema } from '../geo/geometry.ts';
import { utcInstantSchema } from '../time.ts';

/** What a user can state about a place: that something fixed is there, or that nothing is. */
export const labeledPresences = ['stationary', 'passing'] as const;

const newPlaceLabelSchema = z.object({
  id: z.uuid(),
  /** Of the detection that was labeled; the label is that of its place, for what analytics of its kind find there. */
  analytic: z.string().max(10_000),
  position: lonLatSchema.readonly(),
  presence: z.enum(labeledPresences),
});

/** What a user has stated about a place. It wins over what looks show. `at`: UTC. */
export const placeLabelSchema = newPlaceLabelSchema.extend({ by: z.string().max(200), at: utcInstantSchema });
export type PlaceLabel = z.infer<typeof placeLabelSchema>;

/** Replaces one label by another; null stands for none. One that was withdrawn comes back with its author and time. */
export const placeLabelChangeSchema = z.object({
  remove: z.uuid().nullable(),
  add: z.union([placeLabelSchema, newPlaceLabelSchema]).nullable(),
});
export type PlaceLabelChange = z.infer<typeof placeLabelChangeSchema>;

/** The most labels of a workspace. */
export const maxPlaceLabels = 10_000;
