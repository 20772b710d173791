import type { Area } from '../../areas/area.ts';
import { checkAreaShape } from '../../areas/check-area-shape.ts';
import { memoizeByObject } from '../../memoize-by-object.ts';
import type { FieldProblem } from '../../result.ts';
import { findAnalytic } from '../../results/analytics.ts';
import { readEmailAddress } from './email-address.ts';

/** Checks a contact e-mail address; problems have the field `contactEmail`. */
export function checkContactEmail(contactEmail: string): FieldProblem[] {
  const reading = readEmailAddress(contactEmail);
  if (reading.ok) return [];
  const message =
    contactEmail === ''
      ? 'The contact e-mail is missing. The service sends its confirmation there.'
      : `“${contactEmail}” is not an e-mail address: ${reading.reason}. Write one such as analyst@example.org.`;
  return [{ field: 'contactEmail', value: contactEmail, message }];
}

/** Notes for an address that is allowed, but often a typing error. */
export function contactEmailNotes(contactEmail: string): string[] {
  const reading = readEmailAddress(contactEmail);
  if (!reading.ok) return [];
  return reading.notes.map((note) => `Check the contact e-mail “${contactEmail}”: ${note}.`);
}

/** An area of the workspace that was chosen by its id, and the problems that prevent ordering it. */
export type ChosenArea = { readonly area: Area | undefined; readonly problems: readonly FieldProblem[] };

/** A form checks all its areas at every key press; only changed areas are checked again. */
const shapeProblems = memoizeByObject(checkAreaShape);

/** Finds and checks the area `id`; problems have the field `field`. */
export function checkChosenArea(id: string, field: string, areas: readonly Area[]): ChosenArea {
  const area = areas.find((candidate) => candidate.id === id);
  if (!area) {
    const message = 'This area is not in the workspace. Take it out of the order or choose another.';
    return { area, problems: [{ field, value: id, message }] };
  }
  const problems = shapeProblems(area.shape).map(({ message }) => ({
    field,
    value: area.name,
    message: `“${area.name}”: ${message}`,
  }));
  return { area, problems };
}

/** Returns a note for an area that is sent as several AOIs; nothing for an area that is sent whole. */
export function antimeridianNotes({ name }: Pick<Area, 'name'>, aois: readonly unknown[]): string[] {
  if (aois.length < 2) return [];
  return [`“${name}” crosses the antimeridian and is sent as ${aois.length} areas that meet at 180°.`];
}

/** Returns a note for each analytic that the service does not document. */
export function analyticNotes(analytics: readonly string[]): string[] {
  return analytics.flatMap((name) => {
    const documented = findAnalytic(name);
    if (!documented) return [`“${name}” is not in the service's document. The service may refuse it.`];
    if (!documented.hasResults)
      return [
        `“${name}” can be ordered, but the document of the results service does not list it. Its results may not be found by a query.`,
      ];
    return [];
  });
}
