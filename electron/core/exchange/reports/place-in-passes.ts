import { defaultTolerance, type Pass, type PassPageRequest } from '../../../../shared/passes/pass.ts';
import { isCounted } from '../../../../shared/passes/pass-result.ts';
import type { UnlistedPasses } from '../../../../shared/reports/unlisted-passes.ts';
import { describeFilter } from '../../../../shared/results/describe-filter.ts';
import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import { placesOfFilter, withoutPlaces } from '../../../../shared/results/expression/lift-conditions.ts';
import { portsNamed } from '../../workspace/read/passes/pass-filter.ts';
import type { ReportContext } from './report-context.ts';

type PassSource = Pick<ReportContext, 'store' | 'progress'>;

/** Detections in the passes that a report lists, and how many passes it does not list. */
type PlacedDetections = {
  /** By time, each with the detections in scope that it shows. */
  readonly passes: readonly { readonly pass: Pass; readonly ids: readonly number[] }[];
  /** The ids of detections without a pass. */
  readonly untraced: readonly number[];
  readonly unlisted: UnlistedPasses;
};

/** Maximum number of passes without a detection in a report: more would be no document to read. */
const maxContextPasses = 5000;

/**
 * Places detections in passes: those that a filter chooses; without one, those that show a detection. Passes without any
 * are listed as far as they fit: those of the place of the filter, else those that cover a detection, and `others`.
 */
export function placeInPasses(
  source: PassSource,
  filter: DetectionFilter | undefined,
  ids: Iterable<number>,
  others: ReadonlySet<string> = new Set(),
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
    const left = readTotals(source, {}).passes - passes.length;
    return { passes, untraced: [...unplaced], unlisted: { reason: 'selection', others: left } };
  }
  const candidates = readPasses(source, filter, false).map(place);
  const passes = chooseListed(source, filter, candidates, all, others);
  const listed = new Set(passes);
  const left = candidates.filter((each) => !listed.has(each));
  return {
    passes,
    untraced: [...unplaced],
    unlisted: {
      reason: 'filter',
      others: left.length,
      uncounted: left.filter(({ pass }) => !isCounted(pass)).length,
      place: countElsewhere(source, filter, candidates),
    },
  };
}

type WithPass = { readonly pass: Pass };
type PlacedPass = PlacedDetections['passes'][number];

/** Passes that match a filter: those with a detection, and those that show where nothing was found, as far as they fit. */
function chooseListed(
  { store }: PassSource,
  filter: DetectionFilter,
  candidates: readonly PlacedPass[],
  detections: ReadonlySet<number>,
  others: ReadonlySet<string>,
): readonly PlacedPass[] {
  const isMatch = ({ ids, pass }: PlacedPass) => ids.length > 0 || others.has(pass.key);
  const fits = (passes: readonly PlacedPass[]) =>
    passes.filter((each) => !isMatch(each)).length <= maxContextPasses;
  if ((hasPlace(filter) || detections.size === 0) && fits(candidates)) return candidates;
  const covering = store.passesCovering([...detections]);
  const near = candidates.filter((each) => isMatch(each) || covering.has(each.pass.key));
  return fits(near) ? near : candidates.filter(isMatch);
}

function hasPlace(filter: DetectionFilter): boolean {
  return Boolean(filter.boundingBox ?? filter.within ?? placesOfFilter(filter));
}

function withoutPlace({
  places: _places,
  boundingBox: _box,
  within: _within,
  expression,
  ...others
}: DetectionFilter): DetectionFilter {
  return expression === undefined ? others : { ...others, expression: withoutPlaces(expression) };
}

/** The passes that match in all but the place of a filter; null without a place. */
function countElsewhere(
  source: PassSource,
  filter: DetectionFilter,
  atPlace: readonly WithPass[],
): Extract<UnlistedPasses, { reason: 'filter' }>['place'] {
  if (!hasPlace(filter)) return null;
  const names = placesOfFilter(filter);
  const { boundingBox, within } = filter;
  const places = names?.map((name) => portsNamed([name])[0]?.[0] ?? name);
  const where =
    places?.length === 0
      ? [{ text: 'at any such place' }]
      : describeFilter({ places, within, boundingBox }, {}, true);
  const all = readTotals(source, withoutPlace(filter));
  const unclear = atPlace.filter(({ pass }) => pass.footprint.state !== 'ready').length;
  return {
    where: where.map(({ text }) => text).join(' and '),
    elsewhere: all.passes - all.withoutFootprint - (atPlace.length - unclear),
    unknown: all.withoutFootprint - unclear,
  };
}

const passesPerPage = 1000;

function requestOf(filter: DetectionFilter, onlyMatching: boolean, offset: number, limit: number) {
  return {
    ...{ filter, onlyMatching, offset, limit },
    ...{ groupBy: 'none', tolerance: defaultTolerance, collapsed: [] },
    sort: { field: 'time', order: 'ASC' },
  } satisfies PassPageRequest;
}

/** The number of passes that match the conditions of a filter on images. */
function readTotals({ store }: PassSource, filter: DetectionFilter) {
  return store.passPage(requestOf(filter, false, 0, 1));
}

function readPasses({ store }: PassSource, filter: DetectionFilter, onlyMatching: boolean): readonly Pass[] {
  const passes: Pass[] = [];
  for (let offset = 0; ; offset += passesPerPage) {
    const page = store.passPage(requestOf(filter, onlyMatching, offset, passesPerPage));
    passes.push(...page.rows.flatMap((row) => (row.kind === 'pass' ? [row.pass] : [])));
    if (offset + passesPerPage >= page.total) return passes;
  }
}
