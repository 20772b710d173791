import { z } from 'zod';
import { polygonSchema } from '../../geo/geometry.ts';

/** The parts of a stored request that can be displayed. */
export type RequestSummary = {
  readonly descriptiveName: string | null;
  readonly purchaseReason: string | null;
  readonly customerNotes: string | null;
  readonly contactEmail: string | null;
  readonly analytics: readonly string[];
  /** Ranges in the request. */
  readonly ranges: readonly { readonly from: string; readonly to: string }[];
  readonly aois: readonly SummarizedAoi[];
  /** Change detection parameters as received, under either of their two names; null without any. */
  readonly changeDetection: unknown;
};

/** An AOI of a request. Positions are `[longitude, latitude]` in degrees. */
export type SummarizedAoi =
  | { readonly kind: 'circle'; readonly center: readonly [number, number]; readonly radiusKilometres: number }
  | { readonly kind: 'polygon'; readonly polygon: z.infer<typeof polygonSchema> }
  /** A kind that the service does not document. */
  | { readonly kind: 'other'; readonly type: string };

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

const aoiSchema = z.union([
  z
    .object({
      type: z.literal('point'),
      latitude_deg: z.number(),
      longitude_deg: z.number(),
      radius_km: z.number(),
    })
    .transform(
      ({ longitude_deg, latitude_deg, radius_km }): SummarizedAoi => ({
        kind: 'circle',
        center: [longitude_deg, latitude_deg],
        radiusKilometres: radius_km,
      }),
    ),
  z
    .object({ type: z.literal('polygon'), geojson: polygonSchema })
    .transform(({ geojson }): SummarizedAoi => ({ kind: 'polygon', polygon: geojson })),
  z
    .object({ type: z.string().catch('unnamed') })
    .transform(({ type }): SummarizedAoi => ({ kind: 'other', type })),
]);

/** A request from any source: missing and invalid parts are left out, not refused. */
const looseRequestSchema = z.object({
  descriptiveName: text,
  purchaseReason: text,
  customerNotes: text,
  request: z.object({
    contactEmail: text,
    workflowRequest: z.object({ analytics: z.array(z.string()).catch([]) }).catch({ analytics: [] }),
    schedule: z.array(z.object({ range: z.object({ min: z.string(), max: z.string() }) })).catch([]),
    aois: z.array(aoiSchema).catch([]),
    changeDetAnalyticParams: z.unknown().optional(),
    changeDetParameters: z.unknown().optional(),
  }),
});

/** Reads the text of an order request leniently. Null when it is not a JSON object with a `request` member. */
export function summarizeRequest(requestText: string): RequestSummary | null {
  let value: unknown;
  try {
    value = JSON.parse(requestText);
  } catch {
    return null;
  }
  const parsed = looseRequestSchema.safeParse(value);
  if (!parsed.success) return null;
  const { request, ...names } = parsed.data;
  return {
    ...names,
    contactEmail: request.contactEmail,
    analytics: request.workflowRequest.analytics,
    ranges: request.schedule.map(({ range }) => ({ from: range.min, to: range.max })),
    aois: request.aois,
    changeDetection: request.changeDetAnalyticParams ?? request.changeDetParameters ?? null,
  };
}
