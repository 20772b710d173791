import type { Area } from '../areas/area.ts';
import { areaShapeProblems } from '../areas/area-shape-problems.ts';
import { oncePerObject } from '../once-per-object.ts';
import type { FieldProblem } from '../result.ts';
import { orderableAnalytics, orderRequestSchema } from './order-request.ts';

/** What is wrong with a contact e-mail, under the field `contactEmail`. */
export function emailProblems(contactEmail: string): FieldProblem[] {
  if (orderRequestSchema.shape.request.shape.contactEmail.safeParse(contactEmail).success) return [];
  const message =
    contactEmail === ''
      ? 'The contact e-mail is missing. The service sends its confirmation there.'
      : `“${contactEmail}” is not an e-mail address. Write one such as analyst@example.org.`;
  return [{ field: 'contactEmail', value: contactEmail, message }];
}

/** An area of the workspace that was chosen by its id, and what keeps it from being ordered. */
export type ChosenArea = { readonly area: Area | undefined; readonly problems: readonly FieldProblem[] };

/** A form judges all its areas at every key; only what was changed is looked at again. */
const shapeProblems = oncePerObject(areaShapeProblems);

/** Looks up the area `id`; problems stand under `field`. */
export function chooseArea(id: string, field: string, areas: readonly Area[]): ChosenArea {
  const area = areas.find((candidate) => candidate.id === id);
  if (!area) {
    const message = 'This area is not in the workspace any more. Take it out of the order or choose another.';
    return { area, problems: [{ field, value: id, message }] };
  }
  const problems = shapeProblems(area.shape).map(({ message }) => ({
    field,
    value: area.name,
    message: `“${area.name}”: ${message}`,
  }));
  return { area, problems };
}

/** Says that an area goes as several AOIs; nothing for one that goes whole. */
export function splitNotes({ name }: Pick<Area, 'name'>, aois: readonly unknown[]): string[] {
  if (aois.length < 2) return [];
  return [`“${name}” crosses the antimeridian and is sent as ${aois.length} areas that meet at 180°.`];
}

/** Says which analytics the ordering document does not name. */
export function analyticNotes(analytics: readonly string[]): string[] {
  const known: ReadonlySet<string> = new Set(orderableAnalytics.map(({ name }) => name));
  return analytics
    .filter((name) => !known.has(name))
    .map((name) => `“${name}” is not in the service's document. The service may refuse it.`);
}
