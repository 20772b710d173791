import { z } from 'zod';
import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { readByRegion } from './regions.ts';
import rows from './sea-lanes.json' with { type: 'json' };

const seaLaneSchema = z.strictObject({
  name: z.string(),
  /** How busy it is, relative to the others. */
  traffic: z.number().positive(),
  /** Standard deviation of the tracks to either side, metres. */
  spread: z.number().positive(),
  /** `[longitude, latitude]` along the route; the text is as in WKT: `longitude latitude, …`. */
  path: z
    .string()
    .regex(/^-?[\d.]+ -?[\d.]+(, -?[\d.]+ -?[\d.]+)+$/)
    .transform((text) => text.split(', ').map(toPosition)),
});

/** The shipping routes of the demo data. Points on land are dropped. */
export const seaLanes = readByRegion(seaLaneSchema, rows);
export type SeaLane = (typeof seaLanes)[number];

function toPosition(pair: string): LonLat {
  const [longitude = Number.NaN, latitude = Number.NaN] = pair.split(' ').map(Number);
  return [longitude, latitude];
}
