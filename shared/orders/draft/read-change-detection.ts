import { isJsonObject, type JsonObject, type JsonValue } from '../../json-value.ts';
import {
  changeDetectionParameterNames,
  isBlankChangeDetection,
  recurringCadences,
  recurringTimes,
} from './draft-change-detection.ts';
import { createExtrasCollector, type ExtraPath, type ExtrasCollector, memberOf } from './extras-collector.ts';
import { blankRecurring, type DraftChangeDetection, type DraftRecurring } from './order-draft.ts';

const [writtenName, otherName] = changeDetectionParameterNames;

/**
 * Reads the change detection parameters of a stored `request` member, under either of their names. Paths of preserved
 * parts use the name under which they are written. Null when the form cannot hold them, or when they do not apply to
 * the ordered analytics. Then they are preserved whole.
 */
export function readChangeDetection(
  request: JsonObject,
  applies: boolean,
  collector: ExtrasCollector,
  report: (sentence: string) => void,
): DraftChangeDetection | null {
  const name = Object.hasOwn(request, writtenName) ? writtenName : otherName;
  const value = memberOf(request, name);
  if (name === writtenName && Object.hasOwn(request, otherName)) {
    report(
      `The request has both ${writtenName} and ${otherName}. The form uses the first; the second is preserved.`,
    );
    collector.add(['request', otherName], request[otherName] ?? null);
  }
  if (value === undefined) return null;
  if (!applies) {
    report(`request.${name} is present without a change detection analytic. It is preserved unchanged.`);
    collector.add(['request', name], value);
    return null;
  }
  const read = isJsonObject(value) ? readParameters(value) : undefined;
  if (!read || isBlankChangeDetection(read.draft)) {
    collector.addMalformed(['request', name], value, 'an object of change detection parameters');
    return null;
  }
  for (const extra of read.extras) collector.add(extra.path, extra.value);
  for (const sentence of read.sentences) report(sentence);
  if (name === otherName) report(`${otherName} is sent as ${writtenName}, as the service's document asks.`);
  return read.draft;
}

function readParameters(parameters: JsonObject) {
  const sentences: string[] = [];
  const collector = createExtrasCollector((sentence) => sentences.push(sentence));
  const path = ['request', writtenName];
  const known = ['changeDetectionType', 'maxImageWindowHrs', 'recurringOrderParams'];
  const draft: DraftChangeDetection = {
    types: collector.readTexts(path, parameters, 'changeDetectionType'),
    maxImageWindowHours: collector.readNumber(path, parameters, 'maxImageWindowHrs'),
    recurring: readRecurring(
      [...path, 'recurringOrderParams'],
      memberOf(parameters, 'recurringOrderParams'),
      collector,
    ),
  };
  collector.addUnknownMembers(path, parameters, known);
  return { draft, extras: collector.extras, sentences };
}

function readRecurring(
  path: ExtraPath,
  recurring: JsonValue | undefined,
  collector: ExtrasCollector,
): DraftRecurring | null {
  if (recurring === undefined) return null;
  if (!isJsonObject(recurring)) {
    collector.addMalformed(path, recurring, 'an object of recurring parameters');
    return null;
  }
  const draft: DraftRecurring = {
    bounds: readBounds([...path, 'bounds'], memberOf(recurring, 'bounds'), collector),
    count: collector.readNumber(path, recurring, 'count'),
    time: readName(path, recurring, 'time', recurringTimes, collector),
    cadence: readName(path, recurring, 'cadence', recurringCadences, collector),
    minimumDaysBetweenImages: collector.readNumber(path, recurring, 'minimumDaysBetweenImages'),
  };
  collector.addUnknownMembers(path, recurring, Object.keys(blankRecurring));
  return draft;
}

/** Bounds of which neither end can be read are preserved whole, because the form would write none. */
function readBounds(
  path: ExtraPath,
  bounds: JsonValue | undefined,
  collector: ExtrasCollector,
): DraftRecurring['bounds'] {
  if (bounds === undefined) return blankRecurring.bounds;
  const isReadable =
    isJsonObject(bounds) && ['min', 'max'].some((name) => isFilledText(memberOf(bounds, name)));
  if (!isJsonObject(bounds) || !isReadable) {
    collector.addMalformed(path, bounds, 'an object with two times, min and max');
    return blankRecurring.bounds;
  }
  collector.addUnknownMembers(path, bounds, ['min', 'max']);
  return { from: collector.readText(path, bounds, 'min'), to: collector.readText(path, bounds, 'max') };
}

function isFilledText(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** The form offers the names that the service documents; any other is preserved. */
function readName(
  path: ExtraPath,
  recurring: JsonObject,
  name: string,
  names: readonly string[],
  collector: ExtrasCollector,
): string {
  const value = memberOf(recurring, name);
  if (value === undefined) return '';
  if (typeof value === 'string' && names.includes(value)) return value;
  collector.addMalformed([...path, name], value, `one of ${names.join(', ')}`);
  return '';
}
