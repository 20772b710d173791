import type { Area } from '../areas/area.ts';
import { areaShapeProblems } from '../areas/area-shape-problems.ts';
import { literalShape } from './draft-areas.ts';
import { draftRuns, draftSpans } from './draft-runs.ts';
import type { DraftArea, OrderDraft } from './order-draft.ts';
import type { RecurringRuns } from './recurring-runs.ts';
import { areaRegion, measureTargetArea, squareMetresOnce, type TargetArea } from './target-area.ts';
import { utcDaysOf } from './time-spans.ts';

/** What a draft comes to, before it is sent. What is not filled in, or wrongly, does not count. */
export type DraftSummary = {
  /** Areas that can be ordered. */
  readonly areas: number;
  /** Areas of the draft that are left out of the figures: gone, faulty, or of a kind that the form does not know. */
  readonly uncountedAreas: number;
  /** Geodesic; what several areas cover counts as often. */
  readonly squareMetres: number;
  /** The same, with what several areas cover counted once. */
  readonly squareMetresOnce: number;
  readonly analytics: readonly string[];
  /** Days in UTC that the ranges touch, each counted once. */
  readonly days: number;
  /** Null when it is not a recurring order. */
  readonly runs: RecurringRuns | null;
  /** What the figures leave out or count twice, a sentence each. */
  readonly notes: readonly string[];
};

/** Less than a thousandth counted twice is not worth a sentence. */
const notableShare = 0.001;

/** Sums up a draft; `areas` are those of the workspace. */
export function summarizeDraft(draft: OrderDraft, areas: readonly Area[]): DraftSummary {
  const counted = draft.areas.flatMap((item) => toTargetArea(item, areas) ?? []);
  const keptAreas = draft.extras.filter(({ path }) => path[1] === 'aois').length;
  const uncountedAreas = draft.areas.length - counted.length + keptAreas;
  const squareMetres = counted.reduce((sum, area) => sum + area.squareMetres, 0);
  const once = squareMetresOnce(counted);
  return {
    areas: counted.length,
    uncountedAreas,
    squareMetres,
    squareMetresOnce: once,
    analytics: draft.analytics,
    days: utcDaysOf(draftSpans(draft)),
    runs: draftRuns(draft),
    notes: [
      ...(squareMetres - once > notableShare * squareMetres
        ? ['Some areas overlap: the total counts what they share more than once.']
        : []),
      ...(uncountedAreas > 0 ? [`Areas that cannot be measured are left out: ${uncountedAreas}.`] : []),
    ],
  };
}

function toTargetArea(item: DraftArea, areas: readonly Area[]): TargetArea | undefined {
  if (item.kind === 'area') {
    const area = areas.find(({ id }) => id === item.areaId);
    return area && { name: area.name, squareMetres: area.squareMetres, region: areaRegion(area.shape) };
  }
  const shape = literalShape(item);
  if (areaShapeProblems(shape).length > 0) return undefined;
  return measureTargetArea({ name: item.name, shape });
}
