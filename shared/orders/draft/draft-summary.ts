import type { Area } from '../../areas/area.ts';
import { areaRegion } from '../../areas/area-region.ts';
import { checkAreaShape } from '../../areas/check-area-shape.ts';
import { totalDuration } from '../../time-spans.ts';
import { measureTargetArea, type TargetArea, unionSquareMetres } from '../request/target-area.ts';
import { countDraftRuns, draftTimeSpans } from './count-draft-runs.ts';
import { inlineAreaShape } from './draft-areas.ts';
import type { DraftArea, OrderDraft } from './order-draft.ts';
import type { RecurringRuns } from './recurring-runs.ts';

/** Totals of a draft before it is sent. Blank and invalid fields do not count. */
export type DraftSummary = {
  /** Areas that can be ordered. */
  readonly areas: number;
  /** Areas of the draft that are not included in the totals: deleted, invalid, or of an unknown kind. */
  readonly uncountedAreas: number;
  /** Sum of the geodesic areas; overlaps count more than once. */
  readonly squareMetres: number;
  /** Geodesic area with overlaps counted once. */
  readonly unionSquareMetres: number;
  readonly analytics: readonly string[];
  /** Number of time ranges that can be read. */
  readonly ranges: number;
  /** Milliseconds in these ranges, with overlaps counted once. */
  readonly duration: number;
  /** Null when it is not a recurring order. */
  readonly runs: RecurringRuns | null;
  /** Omissions and duplicates of the totals, a sentence each. */
  readonly notes: readonly string[];
};

/** Overlaps below this share are not reported. */
const notableShare = 0.001;

/** Summarizes a draft; `areas` are those of the workspace. */
export function summarizeDraft(draft: OrderDraft, areas: readonly Area[]): DraftSummary {
  const counted = draft.areas.flatMap((item) => toTargetArea(item, areas) ?? []);
  const preservedAreas = draft.extras.filter(({ path }) => path[1] === 'aois').length;
  const uncountedAreas = draft.areas.length - counted.length + preservedAreas;
  const squareMetres = counted.reduce((sum, area) => sum + area.squareMetres, 0);
  const once = unionSquareMetres(counted);
  const spans = draftTimeSpans(draft);
  return {
    areas: counted.length,
    uncountedAreas,
    squareMetres,
    unionSquareMetres: once,
    analytics: draft.analytics,
    ranges: spans.length,
    duration: totalDuration(spans),
    runs: countDraftRuns(draft),
    notes: [
      ...(squareMetres - once > notableShare * squareMetres
        ? ['Some areas overlap: what they share is counted once.']
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
  const shape = inlineAreaShape(item);
  if (checkAreaShape(shape).length > 0) return undefined;
  return measureTargetArea({ name: item.name, shape });
}
