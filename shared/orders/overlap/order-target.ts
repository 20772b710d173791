import type { Area } from '../../areas/area.ts';
import { checkAreaShape } from '../../areas/check-area-shape.ts';
import { parseIsoTime } from '../../iso-8601.ts';
import { type Result, succeed } from '../../result.ts';
import { intersectTimeSpans, mergeTimeSpans, type TimeSpan } from '../../time-spans.ts';
import { inlineAreaShape, linkDraftAreas } from '../draft/draft-areas.ts';
import { extraPath } from '../draft/draft-extras.ts';
import type { DraftArea, OrderDraft } from '../draft/order-draft.ts';
import { requestToDraft } from '../draft/request-to-draft.ts';
import { readTypedNumber } from '../draft/typed-values.ts';
import { measureTargetArea, type TargetArea, type UnmeasuredArea } from '../request/target-area.ts';

/** The analytics, areas and times of an order request, as far as they can be read. */
export type OrderTarget = {
  readonly analytics: readonly string[];
  /** Ranges of the schedule, in their order. */
  readonly schedule: readonly TimeSpan[];
  /** The schedule together with the bounds of a recurring order, merged. */
  readonly orderedTimes: readonly TimeSpan[];
  /**
   * When images of the order may have been taken, merged: `orderedTimes`, with the schedule extended by
   * `maxImageWindowHrs` on both sides (service.md, Change detection).
   */
  readonly imageTimes: readonly TimeSpan[];
  readonly areas: readonly TargetArea[];
  /** Parts that could not be read, a sentence each. */
  readonly problems: readonly string[];
};

/** A target whose areas have not been measured, because measuring is slow. */
export type UnmeasuredTarget = Omit<OrderTarget, 'areas'> & { readonly areas: readonly UnmeasuredArea[] };

/**
 * Reads the target of a request; what equals an area of the workspace, one of `known`, has its name. Fails with
 * `invalid-input` when the text is not a JSON object.
 */
export function readOrderTarget(requestText: string, known: readonly Area[] = []): Result<OrderTarget> {
  const read = readUnmeasuredTarget(requestText, known);
  return read.ok ? succeed({ ...read.value, areas: read.value.areas.map(measureTargetArea) }) : read;
}

const hourMs = 3_600_000;
/** The years with four digits in ISO 8601; a typed image window can extend beyond them. */
const printableTimes: TimeSpan = {
  from: Date.parse('0000-01-02T00:00:00Z'),
  to: Date.parse('9999-12-31T00:00:00Z'),
};

/** The same as `readOrderTarget`, without measuring the areas. */
export function readUnmeasuredTarget(
  requestText: string,
  known: readonly Area[] = [],
): Result<UnmeasuredTarget> {
  const read = requestToDraft(requestText);
  if (!read.ok) return read;
  const draft = linkDraftAreas(read.value.draft, known);
  const problems: string[] = unknownParts(draft);
  const toSpan = (range: { from: string; to: string }, name: string): TimeSpan[] => {
    const from = parseIsoTime(range.from)?.epochMs;
    const to = parseIsoTime(range.to)?.epochMs;
    if (from !== undefined && to !== undefined && from < to) return [{ from, to }];
    problems.push(`The times of ${name} cannot be read: “${range.from}” to “${range.to}”.`);
    return [];
  };
  const schedule = draft.ranges.flatMap((range, index) => toSpan(range, `range ${index + 1}`));
  const recurring = draft.changeDetection?.recurring;
  const hasBounds = recurring && `${recurring.bounds.from}${recurring.bounds.to}` !== '';
  const bounds = hasBounds ? toSpan(recurring.bounds, 'the recurring bounds') : [];
  const windowMs = hourMs * (readWindow(draft.changeDetection?.maxImageWindowHours ?? '') ?? 0);
  const areas = draft.areas.flatMap((item, index) => toArea(item, index, known, problems));
  if (draft.analytics.length === 0) problems.push('No analytic can be read.');
  if (draft.ranges.length === 0) problems.push('No time range can be read.');
  if (draft.areas.length === 0) problems.push('No area can be read.');
  return succeed({
    analytics: draft.analytics,
    schedule,
    orderedTimes: mergeTimeSpans([...schedule, ...bounds]),
    imageTimes: intersectTimeSpans(
      [...schedule.map(({ from, to }) => ({ from: from - windowMs, to: to + windowMs })), ...bounds],
      [printableTimes],
    ),
    areas,
    problems,
  });
}

function unknownParts({ extras }: OrderDraft): string[] {
  const read = ['schedule', 'aois', 'workflowRequest'];
  return extras
    .filter(
      ({ path: [root, member] }) =>
        root === 'request' && (member === undefined || read.includes(`${member}`)),
    )
    .map((extra) => `${extraPath(extra)} is not as in the service's document and was left out.`);
}

function readWindow(typed: string): number | undefined {
  return readTypedNumber('', typed, { min: 0, whole: false, message: '' }).value;
}

function toArea(
  item: DraftArea,
  index: number,
  known: readonly Area[],
  problems: string[],
): UnmeasuredArea[] {
  const name = `Ordered area ${index + 1}`;
  if (item.kind === 'area') return known.filter(({ id }) => id === item.areaId);
  const shape = inlineAreaShape(item);
  const [problem] = checkAreaShape(shape);
  if (!problem) return [{ name, shape }];
  problems.push(`${name}: ${problem.message}`);
  return [];
}
