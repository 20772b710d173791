import { type PolygonGeometry, polygonSchema } from '../geo/geometry.ts';
import { fail, type Result, succeed } from '../result.ts';
import { changeDetectionApplies, parameterNames } from './draft-change-detection.ts';
import type { Extra } from './draft-extras.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue, parseJson } from './json-value.ts';
import { blankDraft, blankRange, type DraftArea, type DraftRange, type OrderDraft } from './order-draft.ts';
import { readChangeDetection } from './read-change-detection.ts';
import { createKeeper, memberOf, type RequestKeeper } from './request-keeper.ts';

/** A stored request turned back into a draft. */
export type ReadRequest = {
  readonly draft: OrderDraft;
  /** What is not as the document says, and what was renamed, a sentence each. `keptParts` lists all that is kept. */
  readonly notes: readonly string[];
};

/**
 * The draft that gives a stored order request again (the answer of `GET /ios/order/request/{requestId}`).
 *
 * Nothing is lost: whatever the form has no field for, or cannot read, is kept in the extras of the draft, of its
 * ranges and of its areas. For a request as the document describes it, with times in UTC, `draftToRequest` gives back
 * the same JSON, except that change detection parameters always go under `changeDetAnalyticParams`. Areas come written
 * out; `linkDraftAreas` finds those that the workspace has.
 *
 * Fails with `invalid-input` when the text is no JSON object.
 */
export function requestToDraft(requestText: string): Result<ReadRequest> {
  const json = parseJson(requestText);
  if (!json.ok) return fail('invalid-input', `The stored request cannot be read. ${json.failure.message}`);
  if (!isJsonObject(json.value)) return fail('invalid-input', 'The stored request is not a JSON object.');
  const notes: string[] = [];
  const report = (sentence: string) => {
    notes.push(sentence);
  };
  const keeper = createKeeper(report);
  const draft = readOrder(json.value, keeper, report);
  return succeed({ draft: { ...draft, extras: [...keeper.extras] }, notes });
}

function readOrder(order: JsonObject, keeper: RequestKeeper, report: (sentence: string) => void): OrderDraft {
  const texts = {
    descriptiveName: keeper.text([], order, 'descriptiveName'),
    purchaseReason: keeper.text([], order, 'purchaseReason'),
    customerNotes: keeper.text([], order, 'customerNotes'),
  };
  keeper.keepOthers([], order, [...Object.keys(texts), 'request']);
  const request = memberOf(order, 'request');
  if (!isJsonObject(request)) {
    if (request !== undefined) keeper.keepMalformed(['request'], request, 'an object');
    else report('The stored request has no member “request”.');
    return { ...blankDraft, ...texts, ranges: [] };
  }
  for (const name of requiredMembers) {
    if (!Object.hasOwn(request, name)) report(`The stored request has no request.${name}.`);
  }
  const analytics = readAnalytics(request, keeper, report);
  const draft: OrderDraft = {
    ...blankDraft,
    ...texts,
    contactEmail: keeper.text(['request'], request, 'contactEmail'),
    analytics,
    ranges: readItems(request, 'schedule', readRange, 'a range with two times', keeper),
    areas: readItems(request, 'aois', readArea, 'a point with a radius or a polygon', keeper),
    changeDetection: readChangeDetection(request, changeDetectionApplies(analytics), keeper, report),
  };
  keepConstant(['request'], request, 'type', 'workflow', keeper);
  keeper.keepOthers(['request'], request, requestMembers);
  return draft;
}

const requiredMembers = ['type', 'contactEmail', 'workflowRequest', 'schedule', 'aois'];
const requestMembers = [...requiredMembers, ...parameterNames];

function readAnalytics(
  request: JsonObject,
  keeper: RequestKeeper,
  report: (sentence: string) => void,
): string[] {
  const workflow = memberOf(request, 'workflowRequest');
  if (workflow === undefined) return [];
  const path = ['request', 'workflowRequest'];
  if (!isJsonObject(workflow)) {
    keeper.keepMalformed(path, workflow, 'an object');
    return [];
  }
  keepConstant(path, workflow, 'type', 'analytic', keeper);
  keeper.keepOthers(path, workflow, ['type', 'analytics']);
  if (!Object.hasOwn(workflow, 'analytics')) report('The stored request names no analytics.');
  return keeper.texts(path, workflow, 'analytics');
}

/** A member that the form always writes alike: anything else that stands there is kept, to be told. */
function keepConstant(
  path: readonly string[],
  object: JsonObject,
  name: string,
  constant: string,
  keeper: RequestKeeper,
): void {
  const value = memberOf(object, name);
  if (value !== undefined && value !== constant) {
    keeper.keepMalformed([...path, name], value, `“${constant}”`);
  }
}

/** The items of a list that `read` understands; the others are kept at their places. */
function readItems<Item>(
  request: JsonObject,
  name: string,
  read: (item: JsonValue) => Item | undefined,
  expected: string,
  keeper: RequestKeeper,
): Item[] {
  const list = memberOf(request, name);
  if (list === undefined) return [];
  if (!isJsonList(list)) {
    keeper.keepMalformed(['request', name], list, 'a list');
    return [];
  }
  return list.flatMap((value, index) => {
    const item = read(value);
    if (item !== undefined) return [item];
    keeper.keepMalformed(['request', name, index], value, expected);
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
