import { z } from 'zod';
import { lonLatSchema } from '../../../../shared/geo/geometry.ts';
import rows from './airfields.json' with { type: 'json' };
import { readByRegion } from './regions.ts';

const airfieldSchema = z.strictObject({
  name: z.string(),
  position: lonLatSchema,
  /** The direction of its main runway, which its aprons follow: degrees clockwise from North. */
  runwayHeading: z.number().min(0).max(180),
  /** The main user, which determines size and class of the aircraft. */
  use: z.enum(['airline', 'military', 'mixed']),
  /** Typical number of aircraft on the ground. */
  stands: z.int().positive(),
});

/** The airports and air bases of the demo data. */
export const airfields = readByRegion(airfieldSchema, rows);
export type Airfield = (typeof airfields)[number];
