import type { Area } from '../areas/area.ts';
import { splitAtAntimeridian } from '../geo/antimeridian.ts';
import { normalizeLongitude } from '../geo/longitude.ts';
import type { FieldProblem } from '../result.ts';
import { parseUtcInput } from '../utc-input.ts';
import type { OrderForm } from './order-form.ts';
import type { OrderAoi, OrderRequest } from './order-request.ts';
import { analyticNotes, chooseArea, emailProblems, splitNotes } from './request-parts.ts';

/** A request that is ready to be sent, or what must be put right first. */
export type BuiltOrderRequest =
  | {
      readonly ok: true;
      readonly request: OrderRequest;
      /** The body, byte for byte as it is shown and sent. */
      readonly bodyText: string;
      /** What the analyst should know before sending, one sentence or two each. */
      readonly notes: string[];
    }
  | { readonly ok: false; readonly problems: FieldProblem[] };

/**
 * The body of `POST /ios/order` for a form (ordering document, 2.3 to 2.6), judged field by field.
 *
 * Fields of the problems are paths into the form: `contactEmail`, `analytics`, `ranges.0.to`, `areaIds.1`. `areas` are
 * those of the workspace. Empty texts are left out. Polygons are closed, wound anticlockwise and split at ±180°, which
 * a note tells; circles go as a point with a radius. Whether a range lies in the past or the future does not matter.
 */
export function buildOrderRequest(form: OrderForm, areas: readonly Area[]): BuiltOrderRequest {
  const contactEmail = form.contactEmail.trim();
  const analytics = [...new Set(form.analytics.map((name) => name.trim()).filter((name) => name !== ''))];
  const ranges = form.ranges.map(readRange);
  const chosen = form.areaIds.flatMap((id, index) =>
    form.areaIds.indexOf(id) === index ? [chooseArea(id, `areaIds.${index}`, areas)] : [],
  );
  const problems = [
    ...emailProblems(contactEmail),
    ...missing('analytics', analytics, 'No analytic is chosen. Choose at least one.'),
    ...missing('ranges', ranges, 'There is no time range. Add at least one, in UTC.'),
    ...ranges.flatMap(({ problems: found }, index) => atIndex('ranges', index, found)),
    ...missing('areaIds', chosen, 'No area is chosen. Choose at least one, or draw one on the map.'),
    ...chosen.flatMap((choice) => choice.problems),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const sent = chosen.flatMap(({ area }) => (area ? [{ area, aois: toOrderAois(area) }] : []));
  const request: OrderRequest = {
    ...optionalTexts(form),
    request: {
      type: 'workflow',
      contactEmail,
      workflowRequest: { type: 'analytic', analytics },
      schedule: ranges.map(({ min, max }) => ({ type: 'range', range: { min, max } })),
      aois: sent.flatMap(({ aois }) => aois),
    },
  };
  return {
    ok: true,
    request,
    bodyText: JSON.stringify(request, null, 2),
    notes: [...analyticNotes(analytics), ...sent.flatMap(({ area, aois }) => splitNotes(area, aois))],
  };
}

function optionalTexts(
  form: OrderForm,
): Pick<OrderRequest, 'descriptiveName' | 'purchaseReason' | 'customerNotes'> {
  const texts = {
    descriptiveName: form.descriptiveName.trim(),
    purchaseReason: form.purchaseReason.trim(),
    customerNotes: form.customerNotes.trim(),
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}

function missing(field: string, values: readonly unknown[], message: string): FieldProblem[] {
  return values.length > 0 ? [] : [{ field, value: '', message }];
}

function atIndex(field: string, index: number, problems: readonly FieldProblem[]): FieldProblem[] {
  return problems.map((problem) => ({ ...problem, field: `${field}.${index}.${problem.field}` }));
}

type Range = { readonly min: string; readonly max: string; readonly problems: readonly FieldProblem[] };

function readRange({ from, to }: OrderForm['ranges'][number]): Range {
  const min = parseUtcInput(from);
  const max = parseUtcInput(to);
  if (min.ok && max.ok) {
    const problems = min.value < max.value ? [] : [{ field: 'to', value: to, message: endBeforeStart }];
    return { min: min.value, max: max.value, problems };
  }
  const problems = [
    ...(min.ok ? [] : [{ field: 'from', value: from, message: min.failure.message }]),
    ...(max.ok ? [] : [{ field: 'to', value: to, message: max.failure.message }]),
  ];
  return { min: '', max: '', problems };
}

const endBeforeStart =
  'The range ends at or before its start. Choose a later end; a date alone means its start, 00:00 UTC.';

/** An area as an order names it: a circle as point and radius, a polygon as one AOI or, split at ±180°, several. */
export function toOrderAois({ shape }: Pick<Area, 'shape'>): OrderAoi[] {
  if (shape.kind === 'polygon') {
    return splitAtAntimeridian(shape.polygon).map((geojson) => ({ type: 'polygon', geojson }));
  }
  const [longitude, latitude] = shape.center;
  return [
    {
      type: 'point',
      latitude_deg: latitude,
      longitude_deg: normalizeLongitude(longitude),
      radius_km: shape.radiusMetres / 1000,
    },
  ];
}
