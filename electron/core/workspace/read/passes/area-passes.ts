import { type Region, regionContains } from '../../../../../shared/geo/region.ts';
import {
  examines,
  findAreaImagings,
  type Imaging,
} from '../../../../../shared/imaging/find-area-imagings.ts';
import { toMeasuredArea } from '../../../../../shared/imaging/imaged-area.ts';
import type {
  AreaPass,
  AreaPassesRequest,
  PassesOfArea,
  SharedDetection,
} from '../../../../../shared/passes/area-pass.ts';
import { ports } from '../../../../../shared/places/ports.ts';
import { findableLengths } from '../../../../../shared/results/analytics.ts';
import { hasFeatures } from '../../../../../shared/results/field-list.ts';
import { inRanges, type Steps } from '../../../base/steps.ts';
import { analyticNotStated } from '../../file/analytic-not-stated.ts';
import type { Sql } from '../../file/sql.ts';
import { boxesOf } from '../footprints-near.ts';
import type { StoredDetections } from '../memory/column-store.ts';
import type { DetectionMemory } from '../memory/detection-memory.ts';
import { countMatches, intersect } from '../memory/mask-operations.ts';
import { nearBoxes } from '../near-boxes.ts';
import { imageOf } from './arrange-passes.ts';
import type { FootprintOutlines } from './footprint-outlines.ts';
import type { LoadedPasses } from './load-passes.ts';
import type { StoredPass } from './read-passes.ts';

type Source = {
  readonly sql: Sql;
  readonly memory: DetectionMemory;
  readonly detections: StoredDetections;
  readonly loaded: LoadedPasses & { readonly outlines: FootprintOutlines };
};

type Scope = AreaPassesRequest & {
  /** Indexes of the passes that match the filter. */
  readonly matching: Uint32Array;
  /** Analytics that the filter names; undefined: all. */
  readonly analytics: readonly string[] | undefined;
};

/** The passes over each area, in the order of the areas. */
export function* findAreaPasses(source: Source, scope: Scope): Steps<readonly PassesOfArea[]> {
  const { memory, detections, loaded } = source;
  const { table, outlines } = loaded;
  const boxes = scope.areas.flatMap(({ region }) => boxesOf(region));
  const marked = nearBoxes(detections.columns, yield* memory.envelopesOf(detections), boxes);
  yield;
  intersect(marked, memory.mask(detections, scope.filter).bits);
  const candidates = indexesOf(marked);
  const matching = Array.from(scope.matching, (passIndex) => table.passes[passIndex] as StoredPass);
  const passesOfAreas: PassesOfArea[] = [];
  for (const { id, region, siteKind } of scope.areas) {
    yield;
    const counts = yield* countInside(source, region, candidates);
    const near = yield* outlines.selectNear(region, matching);
    const footprints = new Map(near.map(({ pass, region: shown }) => [pass, shown]));
    // What was found shows that an image reaches the area, also where its footprint does not state so.
    const passes = matching.filter((pass) => footprints.has(pass) || counts.has(pass));
    const runs = new Map<StoredPass, ReadonlyMap<string, Run>>();
    for (let from = 0; from < passes.length; from += passesInStep) {
      yield;
      for (const [pass, run] of readRuns(source.sql, passes.slice(from, from + passesInStep)))
        runs.set(pass, run);
    }
    yield;
    const imagings = passes.map((pass): PassImaging => {
      const footprint = footprints.get(pass);
      return {
        pass,
        analytics: [...(runs.get(pass)?.keys() ?? [])],
        footprints: footprint ? [footprint] : [],
      };
    });
    const measured = toMeasuredArea(region);
    const shares = new Map<StoredPass, number>();
    for (let from = 0; from < imagings.length; from += passesInStep) {
      yield;
      const found = findAreaImagings(measured, imagings.slice(from, from + passesInStep));
      for (const { imaging, share } of found) shares.set(imaging.pass, share);
    }
    yield;
    const areaPasses = imagings.flatMap(({ pass, analytics }) => {
      const share = shares.get(pass) ?? (pass.footprintFid === null ? null : 0);
      return analytics
        .filter((analytic) => scope.analytics?.includes(analytic) ?? true)
        .filter((analytic) => shares.has(pass) || counts.get(pass)?.has(analytic))
        .map((analytic) =>
          toAreaPass(pass, analytic, {
            ...{ share, isExamined: examines(analytic, siteKind) },
            found: counts.get(pass)?.get(analytic),
            run: runs.get(pass)?.get(analytic),
          }),
        );
    });
    passesOfAreas.push({ areaId: id, areaPasses: areaPasses.sort(byTime) });
  }
  return passesOfAreas;
}

/** Passes that are compared with an area, and detections that are counted in it, in one step: some ten milliseconds. */
const passesInStep = 500;
const candidatesInStep = 2 ** 15;

function indexesOf(mask: Uint8Array): Uint32Array {
  const indexes = new Uint32Array(countMatches(mask));
  let length = 0;
  for (let at = 0; at < mask.length; at += 1) {
    if (mask[at] !== 1) continue;
    indexes[length] = at;
    length += 1;
  }
  return indexes;
}

type PassImaging = Imaging & { readonly pass: StoredPass };

function byTime(one: AreaPass, other: AreaPass): number {
  const [first, second] = [one, other].map(({ startedAt }) => startedAt ?? Number.MAX_VALUE);
  return (first ?? 0) - (second ?? 0) || (one.passKey < other.passKey ? -1 : 1);
}

type Found = { detections: number; reviewed: number; confirmed: number; readonly shared: SharedDetection[] };
type Counts = ReadonlyMap<StoredPass, ReadonlyMap<string, Found>>;

/** The review state of a confirmed detection in `DetectionReviews`. */
const confirmedCode = 1;

/**
 * Counts the detections inside a region by pass and analytic, of candidates by index. One whose record does not state which of several
 * analytics found it counts for each of them, and one of several images in each.
 */
function* countInside(
  { memory, detections, loaded }: Source,
  region: Region,
  candidates: Uint32Array,
): Steps<Counts> {
  const { columns } = detections;
  const { passes, shared } = loaded.column;
  const names = memory.store.names.texts();
  const { verdict } = memory.reviewsOf(detections);
  const passesOf = new Map(shared.map((item) => [item.at, item.passes]));
  const counts = new Map<StoredPass, Map<string, Found>>();
  for (const [index, at] of candidates.entries()) {
    if (index % candidatesInStep === 0) yield;
    const [longitude, latitude] = [columns.longitude[at] as number, columns.latitude[at] as number];
    if (!regionContains(region, longitude, latitude)) continue;
    const analytics = (names[columns.analytic[at] as number] ?? '').split(' + ');
    const ofPasses = passesOf.get(at) ?? [passes[at] as number];
    const isReviewed = verdict[at] !== 0;
    const isShared = analytics.length > 1 || ofPasses.length > 1;
    for (const passIndex of ofPasses) {
      const pass = loaded.table.passes[passIndex];
      if (!pass) continue;
      const ofPass = counts.get(pass) ?? new Map<string, Found>();
      counts.set(pass, ofPass);
      for (const analytic of analytics) {
        const found = ofPass.get(analytic) ?? { detections: 0, reviewed: 0, confirmed: 0, shared: [] };
        ofPass.set(analytic, found);
        found.detections += 1;
        if (isReviewed) found.reviewed += 1;
        if (isShared) found.shared.push({ id: columns.id[at] as number, isReviewed });
        if (verdict[at] === confirmedCode) found.confirmed += 1;
      }
    }
  }
  return counts;
}

/** Statements of the records of a pass about one analytic. */
type Run = { hasAllFeatures: boolean; readonly recordIds: Set<string>; readonly versions: Set<string> };

/** The analytics that were run on passes. Records without a processor have the analytic of their detections. */
function readRuns(
  sql: Sql,
  passes: readonly StoredPass[],
): ReadonlyMap<StoredPass, ReadonlyMap<string, Run>> {
  const rows = sql.arrays(
    `SELECT records.id, records.record_id, fields, name, version FROM records LEFT JOIN processors USING (record_id)
     WHERE records.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...new Set(passes.flatMap(({ recordKeys }) => recordKeys))]),
  );
  const byRecord = Map.groupBy(rows, ([key]) => Number(key));
  return new Map(
    passes.map((pass) => {
      const runs = new Map<string, Run>();
      for (const [, recordId, fields, name, version] of pass.recordKeys.flatMap(
        (key) => byRecord.get(key) ?? [],
      )) {
        const analytic = typeof name === 'string' ? name : analyticNotStated;
        const run = runs.get(analytic) ?? { hasAllFeatures: true, recordIds: new Set(), versions: new Set() };
        runs.set(analytic, run);
        run.hasAllFeatures &&= hasFeatures(String(fields));
        run.recordIds.add(String(recordId));
        if (typeof version === 'string') run.versions.add(version);
      }
      return [pass, runs];
    }),
  );
}

function toAreaPass(
  pass: StoredPass,
  analytic: string,
  {
    found,
    run,
    ...look
  }: Pick<AreaPass, 'share' | 'isExamined'> & {
    readonly found: Found | undefined;
    readonly run: Run | undefined;
  },
): AreaPass {
  return {
    ...imageOf(pass),
    passKey: pass.key,
    analytic,
    lengths: findableLengths(analytic),
    ...look,
    hasAllFeatures: run?.hasAllFeatures ?? false,
    detections: found?.detections ?? 0,
    reviewed: found?.reviewed ?? 0,
    confirmed: found?.confirmed ?? 0,
    shared: found?.shared ?? [],
    recordIds: [...(run?.recordIds ?? [])].sort(),
    versions: [...(run?.versions ?? [])].sort(),
  };
}

/** Images whose footprints are compared with the ports in one step, some ten milliseconds. */
const imagesInStep = 128;

/**
 * The number of these images that show a place, by the name of its port: the port is in their footprint, or a detection
 * near it in the image. Places that none shows are left out.
 */
export function* countPlacePasses(
  memory: DetectionMemory,
  detections: StoredDetections,
  { table, column: { passes, shared } }: LoadedPasses,
  outlines: FootprintOutlines,
  passIndexes: Uint32Array,
): Steps<Readonly<Record<string, number>>> {
  yield* memory.fieldColumnInSteps(detections, 'place');
  const places = memory.fieldColumn(detections, 'place');
  const codes = places.kind === 'coded' ? places.codes : new Uint32Array(0);
  const shown = new Map([...passIndexes].map((passIndex) => [passIndex, new Set<number>()]));
  const add = (at: number, pass: number) => {
    const code = codes[at] as number;
    if (code > 0) shown.get(pass)?.add(code - 1);
  };
  yield* inRanges(codes.length, (from, to) => {
    for (let at = from; at < to; at += 1) add(at, passes[at] as number);
  });
  for (const item of shared) for (const pass of item.passes) add(item.at, pass);
  const known = yield* outlines.readOutlines();
  const counts: Record<string, number> = {};
  let ofStep = 0;
  for (const [passIndex, seen] of shown) {
    ofStep += 1;
    if (ofStep % imagesInStep === 0) yield;
    const region = known.get(table.passes[passIndex]?.footprintFid ?? 0)?.region;
    for (const [port, [name, longitude, latitude]] of ports.entries()) {
      if (seen.has(port) || (region && regionContains(region, longitude, latitude)))
        counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  return counts;
}
