import { z } from 'zod';
import { mapSourceSchema } from '../../../shared/map-sources/map-source.ts';

/** A source as the settings keep it: with the place of its file, of which the page knows nothing. */
export const storedSourceSchema = z.object({
  source: mapSourceSchema,
  file: z
    .object({
      path: z.string(),
      /** A copy in Sightline's own folder. */
      isOurs: z.boolean(),
    })
    .optional(),
});
export type StoredSource = z.infer<typeof storedSourceSchema>;
