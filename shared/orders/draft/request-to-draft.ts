import { type PolygonGeometry, polygonSchema } from '../../geo/geometry.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../json-value.ts';
import { fail, type Result, succeed } from '../../result.ts';
import { changeDetectionApplies, changeDetectionParameterNames } from './draft-change-detection.ts';
import type { Extra } from './draft-extras.ts';
import { createExtrasCollector, type ExtrasCollector, memberOf } from './extras-collector.ts';
import {
  blankDraft,
  blankRange,
  type DraftArea,
  type DraftRange,
  type OrderDraft,
  parseDraft,
} from './order-draft.ts';
import { type OrderTemplate, parseTemplate } from './order-template.ts';
import { readChangeDetection } from './read-change-detection.ts';

/** A draft read from a stored request. */
export type DraftFromRequest = {
  readonly draft: OrderDraft;
  /** Differences from service.md, and what was renamed, a sentence each. `keptParts` lists what remains. */
  readonly notes: readonly string[];
};

/**
 * Converts a stored order request (`GET /ios/order/request/{requestId}`) to a draft that produces it again.
 *
 * Nothing is lost: parts that the form has no field for, or cannot read, are preserved in the extras of the draft, its
 * ranges and its areas. For a request as documented, with times in UTC, `draftToRequest` returns the same JSON. Only
 * change detection parameters are always written as `changeDetAnalyticParams`. Areas are inline; `linkDraftAreas` finds
 * those that the workspace has.
 *
 * Fails with `invalid-input` when the text is not a JSON object.
 */
export function requestToDraft(requestText: string): Result<DraftFromRequest> {
  const json = parseJson(requestText);
  if (!json.ok) return fail('invalid-input', `The stored request cannot be read. ${json.failure.message}`);
  if (!isJsonObject(json.value)) return fail('invalid-input', 'The stored request is not a JSON object.');
  const notes: string[] = [];
  const report = (sentence: string) => {
    notes.push(sentence);
  };
  const collector = createExtrasCollector(report);
  const draft = readOrder(json.value, collector, report);
  return succeed({ draft: { ...draft, extras: [...collector.extras] }, notes });
}

function readOrder(
  order: JsonObject,
  collector: ExtrasCollector,
  report: (sentence: string) => void,
): OrderDraft {
  const texts = {
    descriptiveName: collector.readText([], order, 'descriptiveName'),
    purchaseReason: collector.readText([], order, 'purchaseReason'),
    customerNotes: collector.readText([], order, 'customerNotes'),
  };
  collector.addUnknownMembers([], order, [...Object.keys(texts), 'request']);
  const request = memberOf(order, 'request');
  if (!isJsonObject(request)) {
    if (request !== undefined) collector.addMalformed(['request'], request, 'an object');
    else report('The stored request has no member “request”.');
    return { ...blankDraft, ...texts, ranges: [] };
  }
  for (const name of requiredMembers) {
    if (!Object.hasOwn(request, name)) report(`The stored request has no request.${name}.`);
  }
  const analytics = readAnalytics(request, collector, report);
  const draft: OrderDraft = {
    ...blankDraft,
    ...texts,
    contactEmail: collector.readText(['request'], request, 'contactEmail'),
    analytics,
    ranges: readItems(request, 'schedule', readRange, 'a range with two times', collector),
    areas: readItems(request, 'aois', readArea, 'a point with a radius or a polygon', collector),
    changeDetection: readChangeDetection(request, changeDetectionApplies(analytics), collector, report),
  };
  checkConstant(['request'], request, 'type', 'workflow', collector);
  collector.addUnknownMembers(['request'], request, requestMembers);
  return draft;
}

const requiredMembers = ['type', 'contactEmail', 'workflowRequest', 'schedule', 'aois'];
const requestMembers = [...requiredMembers, ...changeDetectionParameterNames];

function readAnalytics(
  request: JsonObject,
  collector: ExtrasCollector,
  report: (sentence: string) => void,
): string[] {
  const workflow = memberOf(request, 'workflowRequest');
  if (workflow === undefined) return [];
  const path = ['request', 'workflowRequest'];
  if (!isJsonObject(workflow)) {
    collector.addMalformed(path, workflow, 'an object');
    return [];
  }
  checkConstant(path, workflow, 'type', 'analytic', collector);
  collector.addUnknownMembers(path, workflow, ['type', 'analytics']);
  if (!Object.hasOwn(workflow, 'analytics')) report('The stored request names no analytics.');
  return collector.readTexts(path, workflow, 'analytics');
}

/** Checks a member that the form always writes with the same value: any other value is preserved and reported. */
function checkConstant(
  path: readonly string[],
  object: JsonObject,
  name: string,
  constant: string,
  collector: ExtrasCollector,
): void {
  const value = memberOf(object, name);
  if (value !== undefined && value !== constant) {
    collector.addMalformed([...path, name], value, `“${constant}”`);
  }
}

/** Returns the items of a list that `read` accepts; the others are preserved with their indexes. */
function readItems<Item>(
  request: JsonObject,
  name: string,
  read: (item: JsonValue) => Item | undefined,
  expected: string,
  collector: ExtrasCollector,
): Item[] {
  const list = memberOf(request, name);
  if (list === undefined) return [];
  if (!isJsonList(list)) {
    collector.addMalformed(['request', name], list, 'a list');
    return [];
  }
  return list.flatMap((value, index) => {
    const item = read(value);
    if (item !== undefined) return [item];
    collector.addMalformed(['request', name, index], value, expected);
    return [];
  });
}

function readRange(item: JsonValue): DraftRange | undefined {
  if (!isJsonObject(item) || memberOf(item, 'type') !== 'range') return undefined;
  const range = memberOf(item, 'range');
  if (!isJsonObject(range)) return undefined;
  const from = memberOf(range, 'min');
  const to = memberOf(range, 'max');
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  const extras = [...others([], item, ['type', 'range']), ...others(['range'], range, ['min', 'max'])];
  return { ...blankRange, from, to, extras };
}

function readArea(item: JsonValue): DraftArea | undefined {
  if (!isJsonObject(item)) return undefined;
  switch (memberOf(item, 'type')) {
    case 'point':
      return readPoint(item);
    case 'polygon':
      return readPolygon(item);
    default:
      return undefined;
  }
}

function readPoint(item: JsonObject): DraftArea | undefined {
  const latitude = memberOf(item, 'latitude_deg');
  const longitude = memberOf(item, 'longitude_deg');
  const radiusKilometres = memberOf(item, 'radius_km');
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  if (typeof radiusKilometres !== 'number') return undefined;
  const extras = others([], item, ['type', 'latitude_deg', 'longitude_deg', 'radius_km']);
  return { kind: 'point', name: '', latitude, longitude, radiusKilometres, extras };
}

function readPolygon(item: JsonObject): DraftArea | undefined {
  const geojson = memberOf(item, 'geojson');
  const parsed = polygonSchema.safeParse(geojson);
  if (!parsed.success || !isJsonObject(geojson)) return undefined;
  const polygon: PolygonGeometry = parsed.data;
  const extras = [
    ...others([], item, ['type', 'geojson']),
    ...others(['geojson'], geojson, ['type', 'coordinates']),
  ];
  return { kind: 'polygon', name: '', polygon, extras };
}

function others(path: readonly string[], object: JsonObject, known: readonly string[]): Extra[] {
  return Object.entries(object)
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => ({ path: [...path, name], value }));
}

/** A draft or template read from an imported text. */
type ImportedDraft =
  /** `notes`: deviations from service.md, a sentence each. */
  | { readonly kind: 'draft'; readonly draft: OrderDraft; readonly notes: readonly string[] }
  | { readonly kind: 'template'; readonly template: OrderTemplate };

/**
 * Reads an exported draft or template, or the JSON of an order request from any source. Fails with `invalid-input` and
 * the problem, or with `too-large`.
 */
export function importDraft(text: string): Result<ImportedDraft> {
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  const members = json.ok && isJsonObject(json.value) ? json.value : {};
  if (Object.hasOwn(members, 'templateName')) {
    const template = parseTemplate(text);
    return template.ok ? succeed({ kind: 'template', template: template.value }) : template;
  }
  if (Object.hasOwn(members, 'request')) {
    const read = requestToDraft(text.replace(/^\uFEFF/, ''));
    return read.ok ? succeed({ kind: 'draft', ...read.value }) : read;
  }
  const draft = parseDraft(text);
  return draft.ok ? succeed({ kind: 'draft', draft: draft.value, notes: [] }) : draft;
}
