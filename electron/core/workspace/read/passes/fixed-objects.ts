import {
  type FixedObjects,
  findFixedObjects,
  type SearchedPass,
} from '../../../../../shared/fixed-objects/presence.ts';
import type { Region } from '../../../../../shared/geo/region.ts';
import { toRegion } from '../../../../../shared/geo/region.ts';
import { hasFeatures } from '../../../../../shared/results/field-list.ts';
import type { Steps } from '../../../base/steps.ts';
import { analyticNotStated } from '../../file/analytic-not-stated.ts';
import type { Sql } from '../../file/sql.ts';
import type { Detections } from '../memory/column-store.ts';
import type { Dictionary } from '../memory/dictionary.ts';
import { forEachRow } from '../memory/rows-in-steps.ts';
import { selectFootprints, tryDecodeGeometry } from './footprint-outlines.ts';
import type { PassLoader } from './load-passes.ts';

/** Finds what stays at the same place, of all detections. */
export function* readFixedObjects(
  sql: Sql,
  loader: PassLoader,
  names: Dictionary,
  detections: Detections,
): Steps<FixedObjects> {
  const { table, column } = yield* loader.readInSteps(detections);
  const { longitude, latitude, analytic } = detections.columns;
  // The dictionary has other names, too.
  const used = [...new Set(analytic)];
  const denseCode = new Map(used.map((code, index) => [code, index]));
  const parts = used.map((code) => (names.texts()[code] ?? '').split(' + '));
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
    const isSearched = (name: string) =>
      ofPass.some((one) => one.name === name) && ofPass.every((one) => one.name !== name || one.isFetched);
    return {
      footprints: region ? [region] : [],
      codes: new Set(parts.flatMap((all, code) => (all.every(isSearched) ? [code] : []))),
      startedAt,
    };
  });
  yield;
  const codes = analytic.map((code) => denseCode.get(code) ?? 0);
  yield;
  return yield* findFixedObjects({ longitude, latitude, analytic: codes, pass: column.passes, passes });
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
