import type { Area } from '../../areas/area.ts';
import { isJsonObject, type JsonObject } from '../../json-value.ts';
import type { FieldProblem } from '../../result.ts';
import { analyticNotes, checkContactEmail, contactEmailNotes } from '../request/request-checks.ts';
import { countDraftRuns } from './count-draft-runs.ts';
import { convertDraftAreas } from './draft-areas.ts';
import {
  changeDetectionApplies,
  changeDetectionParameterNames,
  convertChangeDetection,
  isBlankChangeDetection,
} from './draft-change-detection.ts';
import { applyExtras, extraPath } from './draft-extras.ts';
import type { DraftRange, OrderDraft } from './order-draft.ts';
import { readTypedRange } from './typed-values.ts';

/** A request that is ready to send, or the problems to correct first. */
export type DraftRequestResult =
  | {
      readonly ok: true;
      /** An `OrderRequest` with the preserved parts of the draft. */
      readonly request: JsonObject;
      /** The exact body text that is displayed and sent. */
      readonly bodyText: string;
      /** Notes for the analyst before sending, one or two sentences each. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/**
 * The body of `POST /ios/order` for a draft (service.md, Order requests), checked field by field.
 *
 * Fields of the problems are paths into the draft: `contactEmail`, `analytics.1`, `ranges.0.to`, `areas.2`,
 * `changeDetection.recurring.count`. `areas` are those of the workspace.
 *
 * Blank texts are left out, others are sent unchanged. Change detection parameters go under `changeDetAnalyticParams`,
 * and only when they apply. Preserved parts of a stored request are inserted at their paths; a note reports any that
 * cannot be.
 */
export function draftToRequest(draft: OrderDraft, areas: readonly Area[]): DraftRequestResult {
  const contactEmail = draft.contactEmail.trim();
  const ranges = draft.ranges.map(convertRange);
  const written = convertDraftAreas(draft.areas, areas);
  const applies = changeDetectionApplies(draft.analytics);
  const changeDetection = applies ? convertChangeDetection(draft.changeDetection) : undefined;
  const problems = [
    ...checkContactEmail(contactEmail),
    ...analyticProblems(draft.analytics),
    ...missing('ranges', draft.ranges, 'There is no time range. Add at least one, in UTC.'),
    ...ranges.flatMap((range) => range.problems),
    ...missing('areas', draft.areas, 'No area is chosen. Choose at least one, or draw one on the map.'),
    ...written.flatMap((area) => area.problems),
    ...(changeDetection?.problems ?? []),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const request: JsonObject = {
    ...filledTexts(draft),
    request: {
      type: 'workflow',
      contactEmail,
      workflowRequest: { type: 'analytic', analytics: draft.analytics },
      schedule: ranges.flatMap(({ item }) => (item ? [item] : [])),
      aois: written.flatMap(({ aois }) => aois),
      ...(changeDetection?.params ? { changeDetAnalyticParams: changeDetection.params } : {}),
    },
  };
  const { value, unsent } = applyExtras(request, draft.extras);
  return {
    ok: true,
    request: value,
    bodyText: JSON.stringify(value, null, 2),
    notes: [
      ...contactEmailNotes(contactEmail),
      ...analyticNotes(draft.analytics),
      ...written.flatMap(({ notes }) => notes),
      ...(changeDetection?.notes ?? []),
      ...(applies ? appliedNotes(draft, value) : unappliedNotes(draft)),
      ...ranges.flatMap(({ notes }) => notes),
      ...unsent.map(({ extra, why }) => `${extraPath(extra)} is preserved but not sent: ${reasons[why]}`),
    ],
  };
}

const reasons = {
  occupied: 'the form now gives its own.',
  'no-parent': 'what it belonged to is no longer in the order.',
} as const;

function filledTexts({ descriptiveName, purchaseReason, customerNotes }: OrderDraft): JsonObject {
  const texts = { descriptiveName, purchaseReason, customerNotes };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));
}

function missing(field: string, values: readonly unknown[], message: string): FieldProblem[] {
  return values.length > 0 ? [] : [{ field, value: '', message }];
}

function analyticProblems(analytics: readonly string[]): FieldProblem[] {
  const each = analytics.flatMap((name, index): FieldProblem[] => {
    const field = `analytics.${index}`;
    if (name.trim() === '') return [{ field, value: name, message: 'An analytic is empty. Take it out.' }];
    if (analytics.indexOf(name) === index) return [];
    return [{ field, value: name, message: `“${name}” is chosen twice. Take one out.` }];
  });
  return [...missing('analytics', analytics, 'No analytic is chosen. Choose at least one.'), ...each];
}

type ConvertedRange = {
  readonly item: JsonObject | undefined;
  readonly problems: readonly FieldProblem[];
  readonly notes: readonly string[];
};

function convertRange(range: DraftRange, index: number): ConvertedRange {
  const { value, problems } = readTypedRange(`ranges.${index}`, range);
  if (!value) return { item: undefined, problems, notes: [] };
  const item = { type: 'range', range: { min: value.min.text, max: value.max.text } };
  const { value: whole, unsent } = applyExtras(item, range.extras);
  return {
    item: whole,
    problems,
    notes: unsent.map(
      ({ extra }) => `Range ${index + 1}: the preserved part ${extraPath(extra)} is not sent.`,
    ),
  };
}

function appliedNotes(draft: OrderDraft, { request }: JsonObject): readonly string[] {
  const hasParameters =
    isJsonObject(request) && changeDetectionParameterNames.some((name) => Object.hasOwn(request, name));
  if (hasParameters) return countDraftRuns(draft)?.explanation ?? [];
  return [
    'No change detection parameters are given. What the service does without them is not in its document.',
  ];
}

function unappliedNotes({ changeDetection }: OrderDraft): string[] {
  if (changeDetection === null || isBlankChangeDetection(changeDetection)) return [];
  return [
    'The change detection parameters stay in the draft and are not sent, because no change detection analytic is chosen.',
  ];
}
