import { circlePolygon } from '../../../../shared/geo/geodesic.ts';
import { defaultTolerance, type Pass, type PassPageRequest } from '../../../../shared/passes/pass.ts';
import { placeDistanceMetres } from '../../../../shared/places/nearest-port.ts';
import { type Port, ports } from '../../../../shared/places/ports.ts';
import type { UnlistedPasses } from '../../../../shared/reports/unlisted-passes.ts';
import { describeFilter } from '../../../../shared/results/describe-filter.ts';
import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import { placesOfFilter } from '../../../../shared/results/expression/lift-conditions.ts';
import { type ReportContext, tooMany } from './report-context.ts';

type PassSource = Pick<ReportContext, 'store' | 'progress'>;

/** Detections in the passes that a report lists, and how many passes it does not list. */
type PlacedDetections = {
  /** By time, each with the detections in scope that it shows. */
  readonly passes: readonly { readonly pass: Pass; readonly ids: readonly number[] }[];
  /** The ids of detections without a pass. */
  readonly untraced: readonly number[];
  readonly unlisted: UnlistedPasses;
};

/** Places detections in passes: those that a filter chooses; without one, those that show a detection. */
export function placeInPasses(
  source: PassSource,
  filter: DetectionFilter | undefined,
  ids: Iterable<number>,
): PlacedDetections {
  const all = new Set(ids);
  const unplaced = new Set(all);
  const place = (pass: Pass) => {
    source.progress.throwIfStopped();
    const inPass = [...source.store.passIds(pass.key)].filter((id) => all.has(id));
    for (const id of inPass) unplaced.delete(id);
    return { pass, ids: inPass };
  };
  if (!filter) {
    const passes = readPasses(source, { ids: [...all] }, true).map(place);
    const others = readTotals(source, {}).passes - passes.length;
    return { passes, untraced: [...unplaced], unlisted: { reason: 'selection', others } };
  }
  const chosen = choosePasses(source, filter).map(place);
  const anywhere = withoutPlace(filter);
  const chosenKeys = new Set(chosen.map(({ pass }) => pass.key));
  // The footprint of a pass may be missing or wrong, but it shows its detections.
  const others =
    unplaced.size === 0
      ? []
      : readPasses(source, { ...anywhere, ids: [...unplaced] }, true)
          .filter(({ key }) => !chosenKeys.has(key))
          .map(place)
          .filter((placed) => placed.ids.length > 0);
  const passes = [...chosen, ...others].sort(byTime);
  return { passes, untraced: [...unplaced], unlisted: countUnlisted(source, filter, passes) };
}

type WithPass = { readonly pass: Pass };

function byTime({ pass: one }: WithPass, { pass: other }: WithPass): number {
  const [first, second] = [one.startedAt ?? Number.MAX_VALUE, other.startedAt ?? Number.MAX_VALUE];
  return first - second;
}

/** The passes that match the conditions of a filter on images, and show something of its place. */
function choosePasses(source: PassSource, filter: DetectionFilter): readonly Pass[] {
  const names = placesOfFilter(filter);
  if (!names) return readPasses(source, filter, false);
  const within = portsNamed(names).map(([, longitude, latitude]) => ringAround([longitude, latitude]));
  const near = readPasses(source, { ...filter, within }, false);
  if (!filter.within) return near;
  const keys = new Set(near.map(({ key }) => key));
  return readPasses(source, filter, false).filter(({ key }) => keys.has(key));
}

function portsNamed(names: readonly string[]): readonly Port[] {
  const sought = new Set(names.map((name) => name.toLowerCase()));
  return ports.filter(([name]) => sought.has(name.toLowerCase()));
}

function ringAround(port: readonly [number, number]): [number, number][] {
  const [ring = []] = circlePolygon(port, placeDistanceMetres).coordinates;
  return ring.map(([longitude = 0, latitude = 0]) => [longitude, latitude]);
}

function withoutPlace({
  places: _places,
  boundingBox: _box,
  within: _within,
  ...others
}: DetectionFilter): DetectionFilter {
  return others;
}

function countUnlisted(
  source: PassSource,
  filter: DetectionFilter,
  listed: readonly WithPass[],
): UnlistedPasses {
  const names = placesOfFilter(filter);
  const { boundingBox, within } = filter;
  if (!names && !boundingBox && !within) return { reason: 'none' };
  const places = names?.map((name) => portsNamed([name])[0]?.[0] ?? name);
  const where =
    places?.length === 0 ? [{ text: 'at any such place' }] : describeFilter({ places, within, boundingBox });
  const all = readTotals(source, withoutPlace(filter));
  const unclear = listed.filter(({ pass }) => pass.footprint.state !== 'ready').length;
  return {
    reason: 'place',
    where: where.map(({ text }) => text).join(' and '),
    elsewhere: all.passes - all.withoutFootprint - (listed.length - unclear),
    unknown: all.withoutFootprint - unclear,
  };
}

const maxPasses = 5000;
const passesPerPage = 1000;

function requestOf(filter: DetectionFilter, onlyMatching: boolean, offset: number, limit: number) {
  return {
    ...{ filter, onlyMatching, offset, limit },
    ...{ groupBy: 'none', tolerance: defaultTolerance, collapsed: [] },
    sort: { field: 'time', order: 'ASC' },
  } satisfies PassPageRequest;
}

/** How many passes match the conditions of a filter on images. */
function readTotals({ store }: PassSource, filter: DetectionFilter) {
  return store.passPage(requestOf(filter, false, 0, 1));
}

function readPasses({ store }: PassSource, filter: DetectionFilter, onlyMatching: boolean): readonly Pass[] {
  const passes: Pass[] = [];
  for (let offset = 0; ; offset += passesPerPage) {
    const page = store.passPage(requestOf(filter, onlyMatching, offset, passesPerPage));
    if (page.passes > maxPasses) throw tooMany('passes', page.passes, maxPasses);
    passes.push(...page.rows.flatMap((row) => (row.kind === 'pass' ? [row.pass] : [])));
    if (offset + passesPerPage >= page.total) return passes;
  }
}
