import { z } from 'zod';
import { lonLatSchema } from '../../../../shared/geo/geometry.ts';
import rows from './ports.json' with { type: 'json' };
import { readByRegion } from './regions.ts';

const portSchema = z.strictObject({
  name: z.string(),
  /** How busy it is, relative to the others. */
  traffic: z.number().positive(),
  harbour: lonLatSchema,
  /** The middle of the anchorage. */
  roads: lonLatSchema,
});

/** The harbours of the demo data, with quays and an anchorage (roads). The map's names of ports are a list of their own. */
export const ports = readByRegion(portSchema, rows);
export type Port = (typeof ports)[number];
