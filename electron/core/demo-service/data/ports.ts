import { z } from 'zod';
import { lonLatSchema } from '../../../../shared/geo/geometry.ts';
import rows from './ports.json' with { type: 'json' };
import { readByRegion } from './regions.ts';

const portSchema = z.strictObject({
  name: z.string(),
  /** Traffic, relative to the others. */
  traffic: z.number().positive(),
  harbour: lonLatSchema,
  /** The middle of the anchorage. */
  roads: lonLatSchema,
});

/**
 * The harbors of the demo data, with an anchorage (roads). The list of named ports (`shared/places/ports.json`) is
 * separate: it labels ports of the whole world, while these positions lie at the quays of the demo's land mask, and
 * moving one changes the demo results.
 */
export const demoPorts = readByRegion(portSchema, rows);
export type DemoPort = (typeof demoPorts)[number];
