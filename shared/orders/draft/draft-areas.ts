import type { Area, AreaShape } from '../../areas/area.ts';
import { checkAreaShape } from '../../areas/check-area-shape.ts';
import { splitAtAntimeridian } from '../../geo/antimeridian.ts';
import { normalizeLongitude } from '../../geo/longitude.ts';
import { rewindPolygon } from '../../geo/rings.ts';
import { isSameJson } from '../../is-same-json.ts';
import { isJsonObject, type JsonObject, jsonValueSchema } from '../../json-value.ts';
import { memoizeByObject } from '../../memoize-by-object.ts';
import type { FieldProblem } from '../../result.ts';
import type { OrderAoi } from '../request/order-request.ts';
import { antimeridianNotes, checkChosenArea } from '../request/request-checks.ts';
import { applyExtras } from './draft-extras.ts';
import type { DraftArea, OrderDraft } from './order-draft.ts';

/** An area of a draft, converted to the AOIs to send, with problems and notes. */
export type ConvertedArea = {
  readonly aois: readonly JsonObject[];
  readonly problems: readonly FieldProblem[];
  readonly notes: readonly string[];
};

type InlineArea = Exclude<DraftArea, { kind: 'area' }>;

/** Checks the areas of a draft and converts them, in their order. Fields of the problems are `areas.0` and so on. */
export function convertDraftAreas(draft: readonly DraftArea[], areas: readonly Area[]): ConvertedArea[] {
  return draft.map((item, index) => {
    return item.kind === 'area'
      ? convertWorkspaceArea(item.areaId, index, draft, areas)
      : convertInlineArea(item, index);
  });
}

function convertWorkspaceArea(
  areaId: string,
  index: number,
  draft: readonly DraftArea[],
  areas: readonly Area[],
): ConvertedArea {
  const field = `areas.${index}`;
  const first = draft.findIndex((item) => item.kind === 'area' && item.areaId === areaId);
  const { area, problems } = checkChosenArea(areaId, field, areas);
  if (first !== index) {
    const message = `“${area?.name ?? areaId}” is chosen twice. Take one out.`;
    return { aois: [], problems: [{ field, value: areaId, message }], notes: [] };
  }
  if (!area || problems.length > 0) return { aois: [], problems, notes: [] };
  const aois = areaAois(area);
  return { aois, problems, notes: antimeridianNotes(area, aois) };
}

// A form converts all its areas at every key press; only changed areas are computed again.
const areaAois = memoizeByObject((area: Area) => toOrderAois(area).map(asJson));
const inlineAreaProblems = memoizeByObject((item: InlineArea) => checkAreaShape(inlineAreaShape(item)));

/** An inline AOI is sent unchanged, unless it passes ±180°, which positions of the service do not. */
function convertInlineArea(item: InlineArea, index: number): ConvertedArea {
  const field = `areas.${index}`;
  const name = item.name.trim() || `Area ${index + 1}`;
  const problems = inlineAreaProblems(item).map(
    ({ field: part, value, message }): FieldProblem => ({
      field: item.kind === 'point' ? `${field}.${pointFields[part] ?? 'latitude'}` : field,
      value,
      message: `“${name}”: ${message}`,
    }),
  );
  if (problems.length > 0) return { aois: [], problems, notes: [] };
  const aois = inlineAois(item);
  const written = aois.map((aoi) => applyExtras(asJson(aoi), item.extras));
  const unsent = written[0]?.unsent ?? [];
  return {
    aois: written.map(({ value }) => value),
    problems,
    notes: [
      ...antimeridianNotes({ name }, aois),
      ...unsent.map(({ extra }) => `“${name}”: the preserved part ${extra.path.join('.')} is not sent.`),
    ],
  };
}

const pointFields: Readonly<Record<string, string>> = {
  'shape.center': 'latitude',
  'shape.radiusMetres': 'radiusKilometres',
};

/** An inline AOI as a shape, in degrees and metres. */
export function inlineAreaShape(item: InlineArea): AreaShape {
  if (item.kind === 'polygon') return { kind: 'polygon', polygon: item.polygon };
  return {
    kind: 'circle',
    center: [item.longitude, item.latitude],
    radiusMetres: item.radiusKilometres * 1000,
  };
}

function inlineAois(item: InlineArea): OrderAoi[] {
  if (item.kind === 'polygon') {
    const isPast180 = item.polygon.coordinates.flat().some(([longitude]) => Math.abs(longitude) > 180);
    const polygons = isPast180 ? splitAtAntimeridian(item.polygon) : [item.polygon];
    return polygons.map((geojson) => ({ type: 'polygon', geojson }));
  }
  return [
    {
      type: 'point',
      latitude_deg: item.latitude,
      longitude_deg: normalizeLongitude(item.longitude),
      radius_km: item.radiusKilometres,
    },
  ];
}

function asJson(aoi: OrderAoi): JsonObject {
  const value = jsonValueSchema.parse(aoi);
  if (!isJsonObject(value)) throw new Error('An AOI is an object.');
  return value;
}

/**
 * Replaces inline AOIs by references to equal areas of the workspace, so that the draft follows changes of those areas.
 * An area that is sent in several pieces is recognized by all of them in sequence. The request made from the draft does
 * not change.
 */
export function linkDraftAreas(draft: OrderDraft, areas: readonly Area[]): OrderDraft {
  const aoisOf = areas.map((area) => ({ id: area.id, aois: toOrderAois(area) }));
  const linked: DraftArea[] = [];
  for (let index = 0; index < draft.areas.length; ) {
    const rest = draft.areas.slice(index);
    const match = aoisOf.find(
      ({ id, aois }) =>
        !draft.areas.concat(linked).some((item) => item.kind === 'area' && item.areaId === id) &&
        startsWithAois(aois, rest),
    );
    const [next] = rest;
    if (match) linked.push({ kind: 'area', areaId: match.id });
    else if (next) linked.push(next);
    index += match?.aois.length ?? 1;
  }
  return { ...draft, areas: linked };
}

function startsWithAois(aois: readonly OrderAoi[], items: readonly DraftArea[]): boolean {
  return (
    aois.length > 0 &&
    aois.every((aoi, index) => {
      const item = items[index];
      if (!item || item.kind === 'area' || item.extras.length > 0) return false;
      const written = inlineAois(item);
      return written.length === 1 && isSameJson(written[0], aoi);
    })
  );
}

/** Replaces references to workspace areas by inline AOIs with their names, for use in another workspace. */
export function inlineDraftAreas<Draft extends Pick<OrderDraft, 'areas'>>(
  draft: Draft,
  areas: readonly Area[],
): Draft {
  return {
    ...draft,
    areas: draft.areas.map((item) => {
      const area = item.kind === 'area' ? areas.find(({ id }) => id === item.areaId) : undefined;
      return area ? toInlineArea(area) : item;
    }),
  };
}

function toInlineArea({ name, shape }: Area): DraftArea {
  if (shape.kind === 'polygon') {
    return { kind: 'polygon', name, polygon: rewindPolygon(shape.polygon), extras: [] };
  }
  const [longitude, latitude] = shape.center;
  return {
    kind: 'point',
    name,
    latitude,
    longitude,
    radiusKilometres: shape.radiusMetres / 1000,
    extras: [],
  };
}

/**
 * Converts an area to AOIs of an order: a circle to a point with a radius, a polygon to one AOI or, split at ±180°,
 * several.
 */
function toOrderAois({ shape }: Pick<Area, 'shape'>): OrderAoi[] {
  if (shape.kind === 'polygon') {
    return splitAtAntimeridian(shape.polygon).map((geojson) => ({ type: 'polygon', geojson }));
  }
  const [longitude, latitude] = shape.center;
  return [
    {
      type: 'point',
      latitude_deg: latitude,
      longitude_deg: normalizeLongitude(longitude),
      radius_km: shape.radiusMetres / 1000,
    },
  ];
}
