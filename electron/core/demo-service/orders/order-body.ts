import { z } from 'zod';

/** One thing that is wrong with an order request: dotted path, and what would be right. */
export type OrderProblem = { readonly field: string; readonly message: string };

// Written from the service.md, Order requests, and not shared with the client: a mistake in the client's own
// schema must not be accepted here.

const instant = z.iso.datetime({
  offset: true,
  error: 'must be an ISO 8601 time such as 2026-11-20T08:00:00.000Z',
});

const range = z
  .looseObject({ min: instant, max: instant })
  .refine(({ min, max }) => Date.parse(min) < Date.parse(max), {
    error: 'min must be before max',
    path: ['min'],
  });

const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);
const position = z.tuple([longitude, latitude], z.number());

const ring = z
  .array(position)
  .min(4, 'a linear ring has at least four positions')
  .refine(isClosed, 'a linear ring is closed by repeating its first position');

const aoi = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('point'),
    latitude_deg: latitude,
    longitude_deg: longitude,
    radius_km: z.number().positive(),
  }),
  z.looseObject({
    type: z.literal('polygon'),
    geojson: z.looseObject({ type: z.literal('Polygon'), coordinates: z.array(ring).min(1) }),
  }),
]);

const analytics = [
  'SmallVesselDetection',
  'LargeVesselDetection',
  'SubsidenceMonitoring',
  'AircraftDetection',
  'SPEX',
  'CarCounting',
  'GroundVehicleDetection',
  'ChangeDetection',
] as const;

const changeParameters = z.looseObject({
  changeDetectionType: z
    .array(
      z.enum([
        'CHANGE_DETECTION',
        'PORT_TRAFFIC',
        'PARKING_LOT',
        'CONSTRUCTION',
        'HURRICANE_DAMAGE',
        'LARGE_EARTH',
        'OBJECT_LEVEL',
      ]),
    )
    .min(1),
  maxImageWindowHrs: z.number().nonnegative().optional(),
  recurringOrderParams: z
    .looseObject({
      bounds: range.and(z.looseObject({ type: z.literal('range').optional() })).optional(),
      count: z.int().positive().optional(),
      time: z.enum(['morning', 'evening', 'anytime', 'any']).optional(),
      cadence: z.enum(['daily', 'weekly', 'monthly', 'quarterly']).optional(),
      minimumDaysBetweenImages: z.int().nonnegative().optional(),
    })
    .optional(),
});

/** The body of `POST /ios/order`. */
export const orderBody = z.looseObject({
  descriptiveName: z.string().optional(),
  purchaseReason: z.string().optional(),
  customerNotes: z.string().optional(),
  request: z.looseObject({
    type: z.literal('workflow'),
    contactEmail: z.string().regex(/.@./, 'must be an e-mail address'),
    workflowRequest: z.looseObject({
      type: z.literal('analytic'),
      analytics: z.array(z.enum(analytics)).min(1),
    }),
    schedule: z.array(z.looseObject({ type: z.literal('range'), range })).min(1),
    aois: z.array(aoi).min(1),
    // Both names are documented.
    changeDetAnalyticParams: changeParameters.optional(),
    changeDetParameters: changeParameters.optional(),
  }),
});

/** The members of an order request that its order echoes. */
export type OrderEcho = {
  readonly descriptiveName?: string | undefined;
  readonly purchaseReason?: string | undefined;
  readonly customerNotes?: string | undefined;
};

/** Checks the body of `POST /ios/order`; members that the service does not document are let through. */
export function checkOrderBody(body: unknown):
  | {
      readonly ok: true;
      readonly echo: OrderEcho;
      /** When the earliest ordered time begins, epoch milliseconds. */
      readonly startsAt: number;
    }
  | { readonly ok: false; readonly problems: readonly OrderProblem[] } {
  const parsed = orderBody.safeParse(body);
  if (parsed.success) {
    const { descriptiveName, purchaseReason, customerNotes, request } = parsed.data;
    const startsAt = Math.min(...request.schedule.map((item) => Date.parse(item.range.min)));
    return { ok: true, echo: { descriptiveName, purchaseReason, customerNotes }, startsAt };
  }
  return {
    ok: false,
    problems: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  };
}

function isClosed(positions: readonly (readonly number[])[]): boolean {
  const first = positions[0];
  const last = positions.at(-1);
  return first !== undefined && last !== undefined && first.every((value, index) => value === last[index]);
}
