import { z } from 'zod';
import { mapSourceSchema } from '../../../shared/map-sources/map-source.ts';

/** A source as stored in the settings: with the path of its file, which the page never gets. */
export const storedSourceSchema = z.object({
  source: mapSourceSchema,
  file: z
    .object({
      path: z.string(),
      /** Whether it is a copy in Sightline's folder. */
      isOurs: z.boolean(),
    })
    .optional(),
});
export type StoredSource = z.infer<typeof storedSourceSchema>;
