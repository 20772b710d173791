import type { Area, AreaShape } from '../areas/area.ts';
import { areaShapeProblems } from '../areas/area-shape-problems.ts';
import { splitAtAntimeridian } from '../geo/antimeridian.ts';
import { normalizeLongitude } from '../geo/longitude.ts';
import { rewindPolygon } from '../geo/rings.ts';
import { oncePerObject } from '../once-per-object.ts';
import type { FieldProblem } from '../result.ts';
import { sameRequest } from './compare-order-request.ts';
import { writeExtras } from './draft-extras.ts';
import { isJsonObject, type JsonObject, jsonValueSchema } from './json-value.ts';
import { toOrderAois } from './order-aois.ts';
import type { DraftArea, OrderDraft } from './order-draft.ts';
import type { OrderAoi } from './order-request.ts';
import { chooseArea, splitNotes } from './request-parts.ts';

/** One area of a draft as the AOIs that are sent for it, and what to tell about it. */
export type WrittenArea = {
  readonly aois: readonly JsonObject[];
  readonly problems: readonly FieldProblem[];
  readonly notes: readonly string[];
};

type LiteralArea = Exclude<DraftArea, { kind: 'area' }>;

/** Judges and writes the areas of a draft, in their order. Fields of the problems are `areas.0` and so on. */
export function writeDraftAreas(draft: readonly DraftArea[], areas: readonly Area[]): WrittenArea[] {
  return draft.map((item, index) => {
    return item.kind === 'area' ? writeChosen(item.areaId, index, draft, areas) : writeLiteral(item, index);
  });
}

function writeChosen(
  areaId: string,
  index: number,
  draft: readonly DraftArea[],
  areas: readonly Area[],
): WrittenArea {
  const field = `areas.${index}`;
  const first = draft.findIndex((item) => item.kind === 'area' && item.areaId === areaId);
  const { area, problems } = chooseArea(areaId, field, areas);
  if (first !== index) {
    const message = `“${area?.name ?? areaId}” is chosen twice. Take one out.`;
    return { aois: [], problems: [{ field, value: areaId, message }], notes: [] };
  }
  if (!area || problems.length > 0) return { aois: [], problems, notes: [] };
  const aois = areaAois(area);
  return { aois, problems, notes: splitNotes(area, aois) };
}

// A form writes all its areas at every key; only what was changed is worked out again.
const areaAois = oncePerObject((area: Area) => toOrderAois(area).map(asJson));
const literalProblems = oncePerObject((item: LiteralArea) => areaShapeProblems(literalShape(item)));

/** An AOI that is written out goes as it stands, unless it passes ±180°, which the service's positions do not. */
function writeLiteral(item: LiteralArea, index: number): WrittenArea {
  const field = `areas.${index}`;
  const name = item.name.trim() || `Area ${index + 1}`;
  const problems = literalProblems(item).map(
    ({ field: part, value, message }): FieldProblem => ({
      field: item.kind === 'point' ? `${field}.${pointFields[part] ?? 'latitude'}` : field,
      value,
      message: `“${name}”: ${message}`,
    }),
  );
  if (problems.length > 0) return { aois: [], problems, notes: [] };
  const aois = literalAois(item);
  const written = aois.map((aoi) => writeExtras(asJson(aoi), item.extras));
  const unsent = written[0]?.unsent ?? [];
  return {
    aois: written.map(({ value }) => value),
    problems,
    notes: [
      ...splitNotes({ name }, aois),
      ...unsent.map(({ extra }) => `“${name}”: the part ${extra.path.join('.')} that was kept is not sent.`),
    ],
  };
}

const pointFields: Readonly<Record<string, string>> = {
  'shape.center': 'latitude',
  'shape.radiusMetres': 'radiusKilometres',
};

/** A written-out AOI as a shape: degrees and metres. */
export function literalShape(item: LiteralArea): AreaShape {
  if (item.kind === 'polygon') return { kind: 'polygon', polygon: item.polygon };
  return {
    kind: 'circle',
    center: [item.longitude, item.latitude],
    radiusMetres: item.radiusKilometres * 1000,
  };
}

function literalAois(item: LiteralArea): OrderAoi[] {
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
 * The draft with areas of the workspace in place of AOIs that say the same, so that it follows them from then on. An
 * area that is sent in several pieces is recognised by all of them, one after the other. What the draft sends does
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
        isBeginning(aois, rest),
    );
    const [next] = rest;
    if (match) linked.push({ kind: 'area', areaId: match.id });
    else if (next) linked.push(next);
    index += match?.aois.length ?? 1;
  }
  return { ...draft, areas: linked };
}

function isBeginning(aois: readonly OrderAoi[], items: readonly DraftArea[]): boolean {
  return (
    aois.length > 0 &&
    aois.every((aoi, index) => {
      const item = items[index];
      if (!item || item.kind === 'area' || item.extras.length > 0) return false;
      const written = literalAois(item);
      return written.length === 1 && sameRequest(written[0], aoi);
    })
  );
}

/** The draft, or template, with its areas written out under their names, so that it says the same in another workspace. */
export function makePortable<Draft extends Pick<OrderDraft, 'areas'>>(
  draft: Draft,
  areas: readonly Area[],
): Draft {
  return {
    ...draft,
    areas: draft.areas.map((item) => {
      const area = item.kind === 'area' ? areas.find(({ id }) => id === item.areaId) : undefined;
      return area ? writeOut(area) : item;
    }),
  };
}

function writeOut({ name, shape }: Area): DraftArea {
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
