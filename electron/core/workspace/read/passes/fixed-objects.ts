import { placeKind } from '../../../../../shared/fixed-objects/place-kind.ts';
import {
  type DetectionPresence,
  type FixedObjects,
  findFixedObjects,
  type LabeledPlace,
  presences,
  type SearchedPass,
} from '../../../../../shared/fixed-objects/presence.ts';
import { type Region, toRegion } from '../../../../../shared/geo/region.ts';
import { hasFeatures } from '../../../../../shared/results/field-list.ts';
import type { Steps } from '../../../base/steps.ts';
import { analyticNotStated } from '../../file/analytic-not-stated.ts';
import type { Sql } from '../../file/sql.ts';
import type { StoredDetections } from '../memory/column-store.ts';
import type { DetectionMemory } from '../memory/detection-memory.ts';
import type { Dictionary } from '../memory/dictionary.ts';
import { findPosition } from '../memory/find-position.ts';
import { forEachRow } from '../memory/rows-in-steps.ts';
import { readPlaceLabels } from '../place-labels.ts';
import type { DefineQuery } from '../query.ts';
import { selectFootprints, tryDecodeGeometry } from './footprint-outlines.ts';
import type { PassLoader } from './load-passes.ts';

/** Finds what stays at the same place, of all detections. */
export function* readFixedObjects(
  sql: Sql,
  loader: PassLoader,
  names: Dictionary,
  detections: StoredDetections,
): Steps<FixedObjects> {
  const { table, column } = yield* loader.readInSteps(detections);
  const { longitude, latitude, analytic } = detections.columns;
  const { finders, kindOf, finderOf, numberOf, kindOfName } = numberAnalytics(
    [...new Set(analytic)],
    names.texts(),
  );
  yield;
  const regions = new Map<number, Region>();
  yield* forEachRow(sql, selectFootprints, ([fid, geom]) => {
    const geometry = geom instanceof Uint8Array ? tryDecodeGeometry(geom) : null;
    if (geometry) regions.set(Number(fid), toRegion([geometry]));
  });
  const searched = yield* readSearched(sql);
  const passes = table.passes.map(({ recordKeys, footprintFid, startedAt }): SearchedPass => {
    const region = regions.get(footprintFid ?? 0);
    const ofPass = recordKeys.flatMap((key) => searched.get(key) ?? []);
    const unknown = new Set(ofPass.flatMap(({ name, isFetched }) => (isFetched ? [] : [name])));
    return {
      footprints: region ? [region] : [],
      searched: new Set(ofPass.flatMap(({ name }) => (unknown.has(name) ? [] : (numberOf.get(name) ?? [])))),
      startedAt,
    };
  });
  yield;
  const kind = analytic.map((code) => kindOf.get(code) ?? 0);
  yield;
  const finder = analytic.map((code) => finderOf.get(code) ?? 0);
  yield;
  const labels = readPlaceLabels(sql).map(
    ({ analytic: name, position, presence }): LabeledPlace => ({
      position,
      presence,
      kind: kindOfName(name),
    }),
  );
  const pass = column.passes;
  return yield* findFixedObjects({ longitude, latitude, kind, finder, finders, labels, pass, passes });
}

/** Numbers the analytics that detections name, and the kinds of what they find. */
function numberAnalytics(used: readonly number[], names: readonly (string | null)[]) {
  const stated = used.map((code) => names[code] ?? '');
  const lists = stated.map((text) => text.split(' + '));
  const numberOf = new Map([...new Set(lists.flat())].map((name, number) => [name, number]));
  const kinds = stated.map(placeKind);
  const distinct = [...new Set(kinds)];
  return {
    numberOf,
    finders: lists.map((list) => list.flatMap((name) => numberOf.get(name) ?? [])),
    finderOf: new Map(used.map((code, index) => [code, index])),
    kindOf: new Map(used.map((code, index) => [code, distinct.indexOf(kinds[index] ?? '')])),
    /** One that no detection has for the name of another analytic. */
    kindOfName(name: string) {
      const kind = distinct.indexOf(placeKind(name));
      return kind < 0 ? distinct.length : kind;
    },
  };
}

type Searched = { readonly name: string; readonly isFetched: boolean };

/** The analytics of each record by its key, and whether its detections were fetched. */
function* readSearched(sql: Sql): Steps<ReadonlyMap<number, readonly Searched[]>> {
  const searched = new Map<number, Searched[]>();
  const select = `SELECT records.id, fields, (SELECT json_group_array(name) FROM processors
      WHERE processors.record_id = records.record_id) FROM records WHERE id > ? ORDER BY id LIMIT ?`;
  yield* forEachRow(sql, select, ([key, fields, json]) => {
    const found = JSON.parse(String(json)) as readonly string[];
    const isFetched = hasFeatures(String(fields));
    const stated = found.length > 0 ? found : [analyticNotStated];
    searched.set(
      Number(key),
      stated.map((name) => ({ name, isFetched })),
    );
  });
  return searched;
}

/** A place at which something is or was again and again. */
type FixedPlace = Omit<DetectionPresence, 'label'> & {
  readonly longitude: number;
  readonly latitude: number;
  /** The names of the analytics that have found it. */
  readonly analytic: string;
};

/** Presence shown by the passes over the places of detections. */
export function createPresenceQueries(sql: Sql, query: DefineQuery, memory: DetectionMemory) {
  return {
    /** The presence of one detection; undefined when there is no such detection. */
    detectionPresence: query(
      (_id: number) => ({}),
      function* (all, id): Steps<DetectionPresence | undefined> {
        const position = findPosition(all.columns.id, id);
        if (position < 0) return undefined;
        const { places, presenceOfPlace, labelOfPlace, sightingsAt } = yield* memory.fixedObjects(all);
        const place = places.placeOf[position] as number;
        const presence = presences[(presenceOfPlace[place] as number) - 1] ?? null;
        const label = readPlaceLabels(sql)[labelOfPlace.get(place) ?? -1] ?? null;
        return { presence, label, ...sightingsAt(place) };
      },
    ),
    /** The places of all that is stationary, new or gone. */
    fixedPlaces: query(
      () => ({}),
      function* (all): Steps<readonly FixedPlace[]> {
        const { places, presenceOfPlace, sightingsAt, detectionsAt } = yield* memory.fixedObjects(all);
        const names = memory.store.names.texts();
        const analyticsAt = (place: number) =>
          [
            ...new Set(
              Array.from(detectionsAt(place), (at) => names[all.columns.analytic[at] as number] ?? ''),
            ),
          ]
            .sort()
            .join(', ');
        const found: FixedPlace[] = [];
        for (let place = 0; place < places.count; place += 1) {
          if (place % placesInStep === 0) yield;
          const presence = presences[(presenceOfPlace[place] as number) - 1] ?? null;
          if (presence === null || presence === 'passing') continue;
          found.push({
            longitude: places.longitude[place] as number,
            latitude: places.latitude[place] as number,
            analytic: analyticsAt(place),
            presence,
            ...sightingsAt(place),
          });
        }
        return found;
      },
    ),
  };
}

/** Places that are counted in one step, some ten milliseconds. */
const placesInStep = 4096;
