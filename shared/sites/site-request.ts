import { z } from 'zod';
import { readableFilterSchema } from '../results/detection.ts';
import { siteCounts } from './site-series.ts';

const siteCountSchema = z.enum(siteCounts);

/** The looks at one site. Members of the filter that apply to images restrict the looks, the others what is counted. */
export const siteLooksRequestSchema = z.object({ areaId: z.uuid(), filter: readableFilterSchema });

/** The table of all sites. `now`: epoch milliseconds UTC. */
export const siteSummariesRequestSchema = z.object({
  filter: readableFilterSchema,
  counted: siteCountSchema,
  now: z.number(),
});
export type SiteSummariesRequest = z.infer<typeof siteSummariesRequestSchema>;
