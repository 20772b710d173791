import { z } from 'zod';
import { polygonSchema } from '../geo/geometry.ts';
import { type FieldProblem, fail, type Result, succeed } from '../result.ts';
import { extraPath, extraSchema } from './draft-extras.ts';
import { parseJson } from './json-value.ts';

/** A time range as typed, UTC. Blank while it is not filled in. */
const typedRangeSchema = z.strictObject({ from: z.string(), to: z.string() });

/** One range of the schedule as typed, with what its stored item held besides. */
export const draftRangeSchema = typedRangeSchema.extend({ extras: z.array(extraSchema) });
export type DraftRange = z.infer<typeof draftRangeSchema>;

/**
 * What a draft asks to be imaged: an area of the workspace by id, or an AOI written out. The name of one that is
 * written out is for the reader (may be empty) and is not sent.
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
    /** Longitudes may run on past ±180; such a polygon is split when it is sent. */
    polygon: polygonSchema,
    extras: z.array(extraSchema),
  }),
]);
export type DraftArea = z.infer<typeof draftAreaSchema>;

/** Recurring order parameters as typed (ordering document, 2.8); blank is not given. */
export const draftRecurringSchema = z.strictObject({
  bounds: typedRangeSchema,
  count: z.string(),
  time: z.string(),
  cadence: z.string(),
  minimumDaysBetweenImages: z.string(),
});
export type DraftRecurring = z.infer<typeof draftRecurringSchema>;

/** Change detection parameters as typed (ordering document, 2.7). */
export const draftChangeDetectionSchema = z.strictObject({
  types: z.array(z.string()),
  maxImageWindowHours: z.string(),
  /** Null: not a recurring order. */
  recurring: draftRecurringSchema.nullable(),
});
export type DraftChangeDetection = z.infer<typeof draftChangeDetectionSchema>;

/**
 * An order as far as it is filled in: every field of the ordering document (2.3 to 2.8), and what a stored request
 * held besides. Deliberately loose, as an unfinished draft is a valid value; `draftToRequest` judges it.
 */
export const orderDraftSchema = z.strictObject({
  /** Of this shape. */
  version: z.literal(1),
  descriptiveName: z.string(),
  purchaseReason: z.string(),
  customerNotes: z.string(),
  contactEmail: z.string(),
  /** Any names, also such as the document does not list. */
  analytics: z.array(z.string()),
  ranges: z.array(draftRangeSchema),
  areas: z.array(draftAreaSchema),
  /** Null until somebody fills it in; kept, but not sent, while no change detection is ordered. */
  changeDetection: draftChangeDetectionSchema.nullable(),
  extras: z.array(extraSchema),
});
export type OrderDraft = z.infer<typeof orderDraftSchema>;

/** A range that is not filled in. */
export const blankRange: DraftRange = { from: '', to: '', extras: [] };

/** Recurring parameters that are not filled in. */
export const blankRecurring: DraftRecurring = {
  bounds: { from: '', to: '' },
  count: '',
  time: '',
  cadence: '',
  minimumDaysBetweenImages: '',
};

/** Change detection parameters that are not filled in. */
export const blankChangeDetection: DraftChangeDetection = {
  types: [],
  maxImageWindowHours: '',
  recurring: null,
};

/** A draft in which nothing is filled in. */
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

/** More than any order needs; an order of a thousand areas with a hundred corners each has about 4 million. */
const maxCharacters = 20_000_000;

/** A draft, or template, as the text of a file. */
export function draftText(draft: Omit<OrderDraft, 'ranges'>): string {
  return `${JSON.stringify(draft, null, 2)}\n`;
}

/**
 * Reads a draft that `draftText` wrote. Fails with `too-large` above 20 million characters, and with `invalid-input`
 * and a problem for each place that is wrong; members that a draft does not have are refused, not dropped.
 */
export function parseDraft(text: string): Result<OrderDraft> {
  return parseDraftFile(text, orderDraftSchema, 'an order draft');
}

/** Reads a file of a versioned kind; `parseDraft` and `parseTemplate` are made of it. `what` names the kind. */
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

/** Something that a draft keeps although the form has no field for it. */
export type KeptPart = {
  /** What it is kept with: `request`, or the range or area with its place in the draft (`ranges.0`, `areas.2`). */
  readonly of: string;
  /** Where it stands there, dotted. */
  readonly path: string;
  /** Its place among the extras of `of`. */
  readonly index: number;
  /** The value as JSON. */
  readonly valueText: string;
};

/** All that a draft keeps although the form has no field for it, for the reader. */
export function keptParts(draft: OrderDraft): KeptPart[] {
  const partsOf = (of: string, extras: OrderDraft['extras']): KeptPart[] =>
    extras.map((extra, index) => ({
      of,
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
