import {
  isBlankChangeDetection,
  parameterNames,
  recurringCadences,
  recurringTimes,
} from './draft-change-detection.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts';
import { blankRecurring, type DraftChangeDetection, type DraftRecurring } from './order-draft.ts';
import { createKeeper, memberOf, type RequestKeeper, type RequestPath } from './request-keeper.ts';

const [writtenName, otherName] = parameterNames;

/**
 * The change detection parameters of a stored `request` member, under either of their names. Paths of what is kept
 * use the name under which they are written again. Null when there are none that the form can hold, or when they do
 * not apply to what is ordered: then they are kept whole.
 */
export function readChangeDetection(
  request: JsonObject,
  applies: boolean,
  keeper: RequestKeeper,
  report: (sentence: string) => void,
): DraftChangeDetection | null {
  const name = Object.hasOwn(request, writtenName) ? writtenName : otherName;
  const value = memberOf(request, name);
  if (name === writtenName && Object.hasOwn(request, otherName)) {
    report(
      `The request has both ${writtenName} and ${otherName}. The form takes the first; the second is kept.`,
    );
    keeper.keep(['request', otherName], request[otherName] ?? null);
  }
  if (value === undefined) return null;
  if (!applies) {
    report(`request.${name} stands beside no change detection analytic. It is kept as it stands.`);
    keeper.keep(['request', name], value);
    return null;
  }
  const read = isJsonObject(value) ? readParameters(value) : undefined;
  if (!read || isBlankChangeDetection(read.draft)) {
    keeper.keepMalformed(['request', name], value, 'an object of change detection parameters');
    return null;
  }
  for (const extra of read.extras) keeper.keep(extra.path, extra.value);
  for (const sentence of read.sentences) report(sentence);
  if (name === otherName) report(`${otherName} is sent as ${writtenName}, as the service's document asks.`);
  return read.draft;
}

function readParameters(parameters: JsonObject) {
  const sentences: string[] = [];
  const keeper = createKeeper((sentence) => sentences.push(sentence));
  const path = ['request', writtenName];
  const known = ['changeDetectionType', 'maxImageWindowHrs', 'recurringOrderParams'];
  const draft: DraftChangeDetection = {
    types: keeper.texts(path, parameters, 'changeDetectionType'),
    maxImageWindowHours: keeper.number(path, parameters, 'maxImageWindowHrs'),
    recurring: readRecurring(
      [...path, 'recurringOrderParams'],
      memberOf(parameters, 'recurringOrderParams'),
      keeper,
    ),
  };
  keeper.keepOthers(path, parameters, known);
  return { draft, extras: keeper.extras, sentences };
}

function readRecurring(
  path: RequestPath,
  recurring: JsonValue | undefined,
  keeper: RequestKeeper,
): DraftRecurring | null {
  if (recurring === undefined) return null;
  if (!isJsonObject(recurring)) {
    keeper.keepMalformed(path, recurring, 'an object of recurring parameters');
    return null;
  }
  const draft: DraftRecurring = {
    bounds: readBounds([...path, 'bounds'], memberOf(recurring, 'bounds'), keeper),
    count: keeper.number(path, recurring, 'count'),
    time: readName(path, recurring, 'time', recurringTimes, keeper),
    cadence: readName(path, recurring, 'cadence', recurringCadences, keeper),
    minimumDaysBetweenImages: keeper.number(path, recurring, 'minimumDaysBetweenImages'),
  };
  keeper.keepOthers(path, recurring, Object.keys(blankRecurring));
  return draft;
}

/** Bounds of which neither end can be read are kept whole: the form would write none. */
function readBounds(
  path: RequestPath,
  bounds: JsonValue | undefined,
  keeper: RequestKeeper,
): DraftRecurring['bounds'] {
  if (bounds === undefined) return blankRecurring.bounds;
  const isReadable =
    isJsonObject(bounds) && ['min', 'max'].some((name) => isFilledText(memberOf(bounds, name)));
  if (!isJsonObject(bounds) || !isReadable) {
    keeper.keepMalformed(path, bounds, 'an object with two times, min and max');
    return blankRecurring.bounds;
  }
  keeper.keepOthers(path, bounds, ['min', 'max']);
  return { from: keeper.text(path, bounds, 'min'), to: keeper.text(path, bounds, 'max') };
}

function isFilledText(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** The form offers the names that the document lists; any other is kept. */
function readName(
  path: RequestPath,
  recurring: JsonObject,
  name: string,
  names: readonly string[],
  keeper: RequestKeeper,
): string {
  const value = memberOf(recurring, name);
  if (value === undefined) return '';
  if (typeof value === 'string' && names.includes(value)) return value;
  keeper.keepMalformed([...path, name], value, `one of ${names.join(', ')}`);
  return '';
}
