import { z } from 'zod';
import { lonLatSchema } from '../geo/geometry.ts';
import { utcInstantSchema } from '../time.ts';

/** Statement of a user about a place: that something fixed is there, or that nothing is. */
export const labeledPresences = ['stationary', 'passing'] as const;

const newPlaceLabelSchema = z.object({
  id: z.uuid(),
  /**
   * Analytic of the detection that was labeled; the label is that of its place, for what analytics of its kind find
   * there.
   */
  analytic: z.string().max(10_000),
  position: lonLatSchema.readonly(),
  presence: z.enum(labeledPresences),
});

/** Statement of a user about a place. It wins over what passes show. `at`: UTC. */
const placeLabelSchema = newPlaceLabelSchema.extend({ by: z.string().max(1000), at: utcInstantSchema });
export type PlaceLabel = z.infer<typeof placeLabelSchema>;

/** A label as it is stored and exchanged: also one that was withdrawn, with who did so last or undid it, and when. */
export const placeStatementSchema = placeLabelSchema.extend({
  change: z
    .object({ isWithdrawn: z.boolean(), by: z.string().max(1000), at: utcInstantSchema })
    .nullable()
    .default(null),
});
export type PlaceStatement = z.infer<typeof placeStatementSchema>;

/** When a statement was made or changed last. */
export function changedAt({ at, change }: PlaceStatement): string {
  return change?.at ?? at;
}

/** Whether a statement was not withdrawn. */
export function isInEffect({ change }: PlaceStatement): boolean {
  return change?.isWithdrawn !== true;
}

/** Withdraws a statement and adds one; null stands for none. One that was withdrawn comes back with its author and time. */
export const placeLabelChangeSchema = z.object({
  remove: z.uuid().nullable(),
  add: z.union([placeLabelSchema, newPlaceLabelSchema]).nullable(),
});
export type PlaceLabelChange = z.infer<typeof placeLabelChangeSchema>;

/**
 * The most statements in effect of a workspace, with those of others; a team accepts half of them from one member. With
 * those that were withdrawn it stores twice as many.
 */
export const maxPlaceLabels = 20_000;

/** Statements without the earliest of those that were withdrawn, as far as they are more than a workspace stores. */
export function storedStatements(statements: readonly PlaceStatement[]): readonly PlaceStatement[] {
  const surplus = statements.length - 2 * maxPlaceLabels;
  if (surplus <= 0) return statements;
  const earliest = statements
    .filter((one) => !isInEffect(one))
    .toSorted((one, other) => Date.parse(changedAt(one)) - Date.parse(changedAt(other)));
  const dropped = new Set(earliest.slice(0, surplus));
  return statements.filter((one) => !dropped.has(one));
}
