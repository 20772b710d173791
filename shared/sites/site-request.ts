import { z } from 'zod';
import { readableFilterSchema } from '../results/detection.ts';
import { lookGroupings, siteCounts } from './site-series.ts';

/** The looks at one site. Members of the filter that apply to images restrict the looks, the others what is counted. */
export const siteLooksRequestSchema = z.object({ areaId: z.uuid(), filter: readableFilterSchema });

/** The table of all sites. `now`: epoch milliseconds UTC. */
export const siteSummariesRequestSchema = z.object({
  filter: readableFilterSchema,
  counted: z.enum(siteCounts),
  grouping: z.enum(lookGroupings).default('geometry'),
  now: z.number(),
});
export type SiteSummariesRequest = z.infer<typeof siteSummariesRequestSchema>;
