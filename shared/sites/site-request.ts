import { z } from 'zod';
import { readableFilterSchema } from '../results/detection.ts';
import { siteCounts, sitePassGroupings } from './site-series.ts';

/** The passes over one site. Members of the filter that apply to images restrict the passes, the others what is counted. */
export const sitePassesRequestSchema = z.object({ areaId: z.uuid(), filter: readableFilterSchema });

/** The table of all sites. `now`: epoch milliseconds UTC. */
export const siteSummariesRequestSchema = z.object({
  filter: readableFilterSchema,
  counted: z.enum(siteCounts),
  grouping: z.enum(sitePassGroupings).default('geometry'),
  now: z.number(),
});
export type SiteSummariesRequest = z.infer<typeof siteSummariesRequestSchema>;
