import { z } from 'zod';
import { defaultSite } from '../areas/area.ts';
import { formatCount, formatQuantity } from '../format.ts';
import { readableExpressionSchema } from '../results/readable-expression.ts';
import { storedRevertSchema } from '../stored-revert.ts';
import { utcInstantSchema } from '../time.ts';

/**
 * Condition that a rule watches for:
 *
 * - `any`: a detection that matches
 * - `count`: at least `least` matching detections in each of `looks` passes in a row
 * - `nothing`: a pass over the area without a matching detection
 * - `baseline`: a pass over the area with an unusual number of matching detections (`shared/sites/baseline.ts`)
 * - `qc`: a changed QC status of a record with matching detections
 */
export const watchConditionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('any') }),
  z.object({
    kind: z.literal('count'),
    least: z.int('Enter a whole number.').min(1, 'Enter 1 or more.').max(1_000_000),
    /** Number of passes in a row; the name is that of stored rules. */
    looks: z.int('Enter a whole number.').min(1, 'Enter 1 or more.').max(100, 'Enter 100 or less.'),
  }),
  z.object({ kind: z.literal('nothing') }),
  z.object({ kind: z.literal('baseline') }),
  z.object({ kind: z.literal('qc') }),
]);
export type WatchCondition = z.infer<typeof watchConditionSchema>;
export type WatchConditionKind = WatchCondition['kind'];

/** The kinds of conditions, as forms list them. */
export const watchConditionKinds = [
  'any',
  'count',
  'nothing',
  'baseline',
  'qc',
] as const satisfies readonly WatchConditionKind[];

/** The kinds of conditions as choices of forms. */
export const conditionTexts: Readonly<Record<WatchConditionKind, string>> = {
  any: 'A matching detection',
  count: 'At least a number of them in passes in a row',
  nothing: 'A pass that found nothing',
  baseline: 'An unusual number in a pass',
  qc: 'QC status changed',
};

/** A condition with its numbers: `At least 1 in each of 2 passes in a row`. */
export function conditionText(condition: WatchCondition): string {
  if (condition.kind !== 'count') return conditionTexts[condition.kind];
  const { least, looks: passes } = condition;
  const where = passes === 1 ? 'a pass' : `each of ${formatQuantity(passes, 'pass', 'passes')} in a row`;
  return `At least ${formatCount(least)} in ${where}`;
}

/** The settings of a rule that the analyst edits. */
export const watchRuleInputSchema = z
  .object({
    id: z.uuid(),
    name: z.string().trim().min(1, 'Give the rule a name.').max(120, 'A name has at most 120 characters.'),
    /** The saved search whose fetches are watched. */
    searchId: z.uuid('Choose a saved search.'),
    /** The area of interest; null: everywhere. */
    areaId: z.uuid().nullable(),
    expression: readableExpressionSchema.optional(),
    condition: watchConditionSchema,
    /** The least share of the area that a pass must cover to be counted, 0…1. */
    minShare: z
      .number()
      .min(0.01, 'Enter 1 % or more.')
      .max(1, 'Enter 100 % or less.')
      .default(defaultSite.minShare),
  })
  .refine(({ areaId, condition }) => areaId !== null || !needsArea(condition), {
    path: ['areaId'],
    message: 'Passes are counted at a place: choose an area.',
  });
export type WatchRuleInput = z.input<typeof watchRuleInputSchema>;
export type WatchRuleSettings = z.infer<typeof watchRuleInputSchema>;

/** A rule that is being begun: everything that a saved search brings. */
export function defaultRule(id: string): WatchRuleInput {
  return {
    id,
    name: '',
    searchId: '',
    areaId: null,
    condition: { kind: 'any' },
    minShare: defaultSite.minShare,
  };
}

/** Whether the condition is about passes over an area. */
export function needsArea({ kind }: Pick<WatchCondition, 'kind'>): boolean {
  return kind === 'count' || kind === 'nothing' || kind === 'baseline';
}

/**
 * Images collected from `from` (inclusive) to `to` (exclusive), UTC, makes no notification, whenever it is uploaded.
 */
export const watchSilenceSchema = z.object({ from: utcInstantSchema, to: utcInstantSchema });
export type WatchSilence = z.infer<typeof watchSilenceSchema>;

/** A rule as stored in the workspace. */
export const watchRuleSchema = watchRuleInputSchema.safeExtend({
  createdAt: utcInstantSchema,
  updatedAt: utcInstantSchema,
  /** When the analyst last confirmed that it shall watch. */
  confirmedAt: utcInstantSchema,
  silences: z.array(watchSilenceSchema),
});
export type WatchRule = z.infer<typeof watchRuleSchema>;

/** A rule whose settings are set back to former ones, or that is deleted. */
export const watchRuleRevertSchema = storedRevertSchema(watchRuleInputSchema);
export type WatchRuleRevert = z.infer<typeof watchRuleRevertSchema>;

/** A rule watches for 30 days after it was confirmed. */
export const watchDays = 30;
const dayMs = 86_400_000;

/** When the rule ends unless it is confirmed, epoch milliseconds. */
export function expiryOf({ confirmedAt }: Pick<WatchRule, 'confirmedAt'>): number {
  return Date.parse(confirmedAt) + watchDays * dayMs;
}

/** Whether a collection time, epoch milliseconds, is silenced; one that is not known never is. */
export function isSilenced({ silences }: Pick<WatchRule, 'silences'>, collectedAt: number | null): boolean {
  if (collectedAt === null) return false;
  return silences.some(({ from, to }) => Date.parse(from) <= collectedAt && collectedAt < Date.parse(to));
}
