import type { JsonObject } from '../../json-value.ts';
import type { FieldProblem } from '../../result.ts';
import { findAnalytic } from '../../results/analytics.ts';
import { changeDetectionParamsSchema, changeDetectionTypes } from '../request/order-request.ts';
import type { DraftChangeDetection, DraftRecurring } from './order-draft.ts';
import { readTypedName, readTypedNumber, readTypedRange } from './typed-values.ts';

const recurringSchema = changeDetectionParamsSchema.shape.recurringOrderParams.unwrap();

/** Times of day of a recurring order (service.md, Change detection); `any` appears in a request shape only. */
export const recurringTimes = recurringSchema.shape.time.unwrap().options;

/** Cadences of a recurring order (service.md, Change detection). */
export const recurringCadences = recurringSchema.shape.cadence.unwrap().options;
export type RecurringCadence = (typeof recurringCadences)[number];

/**
 * The two member names of change detection parameters in requests (service.md, Order requests); Sightline writes the
 * first.
 */
export const changeDetectionParameterNames = ['changeDetAnalyticParams', 'changeDetParameters'] as const;

/**
 * Whether change detection parameters apply to an order: they are "used when a change detection analytic is ordered"
 * (service.md, Order requests). That is `ChangeDetection`, or an undocumented name that contains “change”.
 */
export function changeDetectionApplies(analytics: readonly string[]): boolean {
  return analytics.some(
    (name) => name === 'ChangeDetection' || (!findAnalytic(name) && /change/i.test(name)),
  );
}

/** Change detection parameters ready to send; `params` is undefined when the draft has none. */
export type ConvertedChangeDetection = {
  readonly params: JsonObject | undefined;
  readonly problems: readonly FieldProblem[];
  readonly notes: readonly string[];
};

/**
 * Checks and converts the change detection parameters of a draft (service.md, Change detection). Blank parameters
 * count as absent. Fields of the problems start with `changeDetection`.
 */
export function convertChangeDetection(draft: DraftChangeDetection | null): ConvertedChangeDetection {
  if (draft === null || isBlankChangeDetection(draft)) return { params: undefined, problems: [], notes: [] };
  const window = readTypedNumber('changeDetection.maxImageWindowHours', draft.maxImageWindowHours, {
    min: 0,
    whole: false,
    message:
      'Hours before and after the schedule are a number, 0 or more, such as 48. Leave it empty for none.',
  });
  const recurring = draft.recurring ? convertRecurring(draft.recurring) : undefined;
  return {
    params: {
      changeDetectionType: draft.types,
      ...(window.value === undefined ? {} : { maxImageWindowHrs: window.value }),
      ...(recurring?.params ? { recurringOrderParams: recurring.params } : {}),
    },
    problems: [...typeProblems(draft.types), ...window.problems, ...(recurring?.problems ?? [])],
    notes: [...typeNotes(draft.types), ...(recurring?.notes ?? [])],
  };
}

/** Whether all fields are blank. */
export function isBlankChangeDetection(draft: DraftChangeDetection): boolean {
  return draft.types.length === 0 && draft.maxImageWindowHours.trim() === '' && draft.recurring === null;
}

function typeProblems(types: readonly string[]): FieldProblem[] {
  const field = 'changeDetection.types';
  if (types.length === 0) {
    const message = `Change detection parameters need at least one type. Choose among ${changeDetectionTypes.join(', ')}.`;
    return [{ field, value: '', message }];
  }
  return types.flatMap((type, index) => {
    const message =
      type.trim() === ''
        ? 'A change detection type is empty. Take it out.'
        : types.indexOf(type) < index
          ? `“${type}” is chosen twice. Take one out.`
          : undefined;
    return message === undefined ? [] : [{ field: `${field}.${index}`, value: type, message }];
  });
}

function typeNotes(types: readonly string[]): string[] {
  const listed: ReadonlySet<string> = new Set(changeDetectionTypes);
  return types
    .filter((type) => !listed.has(type))
    .map(
      (type) =>
        `The change detection type “${type}” is not in the service's document. The service may refuse it.`,
    );
}

function convertRecurring(draft: DraftRecurring): ConvertedChangeDetection {
  const at = (name: keyof DraftRecurring) => `changeDetection.recurring.${name}`;
  const { from, to } = draft.bounds;
  const hasBounds = `${from}${to}`.trim() !== '';
  const bounds = hasBounds ? readTypedRange(at('bounds'), draft.bounds) : { value: undefined, problems: [] };
  const count = readTypedNumber(at('count'), draft.count, {
    min: 1,
    whole: true,
    message: 'How many runs to schedule is a whole number, 1 or more. Leave it empty for none.',
  });
  const time = readTypedName(at('time'), draft.time, recurringTimes, 'a time of day');
  const cadence = readTypedName(at('cadence'), draft.cadence, recurringCadences, 'a cadence');
  const gap = readTypedNumber(at('minimumDaysBetweenImages'), draft.minimumDaysBetweenImages, {
    min: 0,
    whole: true,
    message: 'The minimum gap is a whole number of days, 0 or more. Leave it empty for none.',
  });
  const params = {
    ...(bounds.value && { bounds: { min: bounds.value.min.text, max: bounds.value.max.text } }),
    ...(count.value !== undefined && { count: count.value }),
    ...(time.value && { time: time.value }),
    ...(cadence.value && { cadence: cadence.value }),
    ...(gap.value !== undefined && { minimumDaysBetweenImages: gap.value }),
  };
  const isEmpty = Object.keys(params).length === 0;
  return {
    params,
    problems: [bounds, count, time, cadence, gap].flatMap(({ problems }) => problems),
    notes: isEmpty
      ? ['The order is recurring, but how is not given. The service’s defaults are not stated.']
      : [],
  };
}
