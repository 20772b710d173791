import { z } from 'zod';
import { polygonSchema } from '../../geo/geometry.ts';

export const changeDetectionTypes = [
  'CHANGE_DETECTION',
  'PORT_TRAFFIC',
  'PARKING_LOT',
  'CONSTRUCTION',
  'HURRICANE_DAMAGE',
  'LARGE_EARTH',
  'OBJECT_LEVEL',
] as const;

export const orderAoiSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('point'),
    latitude_deg: z.number().min(-90).max(90),
    longitude_deg: z.number().min(-180).max(180),
    radius_km: z.number().positive(),
  }),
  z.object({ type: z.literal('polygon'), geojson: polygonSchema }),
]);
export type OrderAoi = z.infer<typeof orderAoiSchema>;

export const orderScheduleSchema = z.object({
  type: z.literal('range'),
  range: z.object({ min: z.string(), max: z.string() }),
});

/** Change detection parameters (service.md, Change detection). */
export const changeDetectionParamsSchema = z.object({
  changeDetectionType: z.array(z.enum(changeDetectionTypes)).min(1),
  maxImageWindowHrs: z.number().positive().optional(),
  recurringOrderParams: z
    .object({
      bounds: z.object({ min: z.string(), max: z.string() }).optional(),
      count: z.int().positive().optional(),
      time: z.enum(['morning', 'evening', 'anytime', 'any']).optional(),
      cadence: z.enum(['daily', 'weekly', 'monthly', 'quarterly']).optional(),
      minimumDaysBetweenImages: z.int().nonnegative().optional(),
    })
    .optional(),
});

/** The body of `POST /ios/order` (service.md, Order requests), as Sightline writes it. */
export const orderRequestSchema = z.object({
  descriptiveName: z.string().optional(),
  purchaseReason: z.string().optional(),
  customerNotes: z.string().optional(),
  request: z.object({
    type: z.literal('workflow'),
    contactEmail: z.string(),
    workflowRequest: z.object({ type: z.literal('analytic'), analytics: z.array(z.string()).min(1) }),
    schedule: z.array(orderScheduleSchema).min(1),
    aois: z.array(orderAoiSchema).min(1),
    changeDetAnalyticParams: changeDetectionParamsSchema.optional(),
  }),
});
export type OrderRequest = z.infer<typeof orderRequestSchema>;
