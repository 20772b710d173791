import { z } from 'zod';
import { polygonSchema } from '../../geo/geometry.ts';
import { parseJson } from '../../json-value.ts';
import { type FieldProblem, fail, type Result, succeed } from '../../result.ts';
import { extraPath, extraSchema } from './draft-extras.ts';

/** A time range as typed, UTC; blank fields are not filled in yet. */
const typedRangeSchema = z.strictObject({ from: z.string(), to: z.string() });

/** A range of the schedule as typed, with the other members of its stored item. */
export const draftRangeSchema = typedRangeSchema.extend({ extras: z.array(extraSchema) });
export type DraftRange = z.infer<typeof draftRangeSchema>;

/**
 * An area of a draft: an area of the workspace by id, or an inline AOI. The name of an inline AOI is for display, may
 * be empty and is not sent.
 */
export const draftAreaSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('area'), areaId: z.string() }),
  z.strictObject({
    kind: z.literal('point'),
    name: z.string(),
    /** Degrees. */
    latitude: z.number(),
    /** Degrees. */
    longitude: z.number(),
    radiusKilometres: z.number(),
    extras: z.array(extraSchema),
  }),
  z.strictObject({
    kind: z.literal('polygon'),
    name: z.string(),
    /** Longitudes may continue past ±180; such a polygon is split when it is sent. */
    polygon: polygonSchema,
    extras: z.array(extraSchema),
  }),
]);
export type DraftArea = z.infer<typeof draftAreaSchema>;

/** Recurring order parameters as typed (service.md, Change detection); blank means absent. */
export const draftRecurringSchema = z.strictObject({
  bounds: typedRangeSchema,
  count: z.string(),
  time: z.string(),
  cadence: z.string(),
  minimumDaysBetweenImages: z.string(),
});
export type DraftRecurring = z.infer<typeof draftRecurringSchema>;

/** Change detection parameters as typed (service.md, Change detection). */
export const draftChangeDetectionSchema = z.strictObject({
  types: z.array(z.string()),
  maxImageWindowHours: z.string(),
  /** Null: not a recurring order. */
  recurring: draftRecurringSchema.nullable(),
});
export type DraftChangeDetection = z.infer<typeof draftChangeDetectionSchema>;

/**
 * An order form: every field of an order request (service.md, Order requests), and the other parts of a stored request.
 * Deliberately loose, because an unfinished draft is valid; `draftToRequest` checks it.
 */
export const orderDraftSchema = z.strictObject({
  /** Version of this shape. */
  version: z.literal(1),
  descriptiveName: z.string(),
  purchaseReason: z.string(),
  customerNotes: z.string(),
  contactEmail: z.string(),
  /** Analytic names, also ones that the service does not document. */
  analytics: z.array(z.string()),
  ranges: z.array(draftRangeSchema),
  areas: z.array(draftAreaSchema),
  /** Null until filled in; saved, but not sent, while no change detection analytic is ordered. */
  changeDetection: draftChangeDetectionSchema.nullable(),
  extras: z.array(extraSchema),
});
export type OrderDraft = z.infer<typeof orderDraftSchema>;

/** A blank range. */
export const blankRange: DraftRange = { from: '', to: '', extras: [] };

/** Blank recurring parameters. */
export const blankRecurring: DraftRecurring = {
  bounds: { from: '', to: '' },
  count: '',
  time: '',
  cadence: '',
  minimumDaysBetweenImages: '',
};

/** Blank change detection parameters. */
export const blankChangeDetection: DraftChangeDetection = {
  types: [],
  maxImageWindowHours: '',
  recurring: null,
};

/** A blank draft. */
export const blankDraft: OrderDraft = {
  version: 1,
  descriptiveName: '',
  purchaseReason: '',
  customerNotes: '',
  contactEmail: '',
  analytics: [],
  ranges: [blankRange],
  areas: [],
  changeDetection: null,
  extras: [],
};

/**
 * Size limit of a draft file; an order of a thousand areas with a hundred corners each has about 4 million
 * characters.
 */
const maxCharacters = 20_000_000;

/** Serializes a draft or template as the text of a file. */
export function serializeDraft(draft: Omit<OrderDraft, 'ranges'>): string {
  return `${JSON.stringify(draft, null, 2)}\n`;
}

/**
 * Parses a draft written by `serializeDraft`. Fails with `too-large` above 20 million characters, and with
 * `invalid-input` and a problem for each invalid field. Unknown members are refused, not dropped.
 */
export function parseDraft(text: string): Result<OrderDraft> {
  return parseDraftFile(text, orderDraftSchema, 'an order draft');
}

/** Parses a versioned file, for `parseDraft` and `parseTemplate`. `what` names the kind in messages. */
export function parseDraftFile<Value>(text: string, schema: z.ZodType<Value>, what: string): Result<Value> {
  if (text.length > maxCharacters) {
    return fail('too-large', `The file is too large for ${what}. It may have at most 20 million characters.`);
  }
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  if (!json.ok) return json;
  const parsed = schema.safeParse(json.value);
  if (parsed.success) return succeed(parsed.data);
  const version = z.object({ version: z.number() }).safeParse(json.value);
  if (version.success && version.data.version > 1) {
    return fail(
      'invalid-input',
      `This is ${what} of version ${version.data.version}. This Sightline reads version 1; use a newer one.`,
    );
  }
  const problems = parsed.error.issues.slice(0, 20).map(({ path, message }): FieldProblem => {
    return { field: path.join('.'), value: '', message };
  });
  return fail('invalid-input', `This is not ${what}. ${problems.map(printProblem).join('. ')}.`, {
    problems,
  });
}

function printProblem({ field, message }: FieldProblem): string {
  return field === '' ? message : `${field}: ${message}`;
}

/** A part of a stored request that a draft preserves although the form has no field for it. */
export type PreservedPart = {
  /** The part it belongs to: `request`, or a range or area by its index in the draft (`ranges.0`, `areas.2`). */
  readonly owner: string;
  /** Dotted path within the owner. */
  readonly path: string;
  /** Index among the extras of the owner. */
  readonly index: number;
  /** The value as JSON. */
  readonly valueText: string;
};

/** Lists the parts that a draft preserves although the form has no field for them, for display. */
export function listPreservedParts(draft: OrderDraft): PreservedPart[] {
  const partsOf = (owner: string, extras: OrderDraft['extras']): PreservedPart[] =>
    extras.map((extra, index) => ({
      owner,
      path: extraPath(extra),
      index,
      valueText: JSON.stringify(extra.value),
    }));
  return [
    ...partsOf('request', draft.extras),
    ...draft.ranges.flatMap(({ extras }, index) => partsOf(`ranges.${index}`, extras)),
    ...draft.areas.flatMap((area, index) =>
      area.kind === 'area' ? [] : partsOf(`areas.${index}`, area.extras),
    ),
  ];
}

/**
 * Returns a draft with blank times, to order the same again at another time. Ranges with preserved parts of a stored
 * request stay; the others are replaced by one blank range.
 */
export function clearDraftTimes(draft: OrderDraft): OrderDraft {
  const withExtras = draft.ranges.filter(({ extras }) => extras.length > 0);
  const { changeDetection } = draft;
  return {
    ...draft,
    ranges:
      withExtras.length > 0 ? withExtras.map((range) => ({ ...range, from: '', to: '' })) : [blankRange],
    changeDetection: changeDetection && {
      ...changeDetection,
      recurring: changeDetection.recurring && {
        ...changeDetection.recurring,
        bounds: { from: '', to: '' },
      },
    },
  };
}

/** Formats the times of a draft: `2026-11-01 → 2026-11-08`. */
export function describeTimes({ ranges }: Pick<OrderDraft, 'ranges'>): string {
  return ranges.map(({ from, to }) => `${from} → ${to}`).join(', ');
}
