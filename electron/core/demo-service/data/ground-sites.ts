import { z } from 'zod';
import { lonLatSchema } from '../../../../shared/geo/geometry.ts';
import rows from './ground-sites.json' with { type: 'json' };
import { demoRegions } from './regions.ts';

const groundSiteSchema = z.strictObject({
  name: z.string(),
  region: z.enum(demoRegions),
  position: lonLatSchema,
  /** `depot`: rows of parked vehicles. `industry`: bright structures, building work. */
  kind: z.enum(['depot', 'industry']),
});

/** The monitored sites on land of the demo data: near known towns, not at any particular installation. */
export const groundSites = z.array(groundSiteSchema).readonly().parse(rows);
