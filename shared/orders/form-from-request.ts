import type { Area, AreaShape } from '../areas/area.ts';
import { toOrderAois } from './build-order-request.ts';
import { sameRequest } from './compare-order-request.ts';
import type { OrderForm } from './order-form.ts';
import { type RequestSummary, type SummarizedAoi, summarizeRequest } from './request-summary.ts';

/** A request turned back into a form. */
export type ReusedRequest = {
  readonly form: OrderForm;
  /** Shapes of the request that no area of the workspace has; `form.areaIds` lacks them. */
  readonly missingShapes: readonly AreaShape[];
  /** What the form has no place for, one sentence each. */
  readonly losses: readonly string[];
};

/**
 * The form that gives the order request `requestText` again, with the areas of the workspace that have the shapes it
 * asks for. An area that was sent in two parts is found by both. Null when the text is no order request.
 */
export function formFromRequest(requestText: string, areas: readonly Area[]): ReusedRequest | null {
  const summary = summarizeRequest(requestText);
  if (!summary) return null;
  const { areaIds, unmatched } = matchAreas(summary.aois, areas);
  const missingShapes = unmatched.flatMap(toShape);
  return {
    form: {
      descriptiveName: summary.descriptiveName ?? '',
      purchaseReason: summary.purchaseReason ?? '',
      customerNotes: summary.customerNotes ?? '',
      contactEmail: summary.contactEmail ?? '',
      analytics: [...summary.analytics],
      ranges: summary.ranges.length > 0 ? [...summary.ranges] : [{ from: '', to: '' }],
      areaIds,
    },
    missingShapes,
    losses: findLosses(summary, unmatched.length - missingShapes.length),
  };
}

function matchAreas(aois: readonly SummarizedAoi[], areas: readonly Area[]) {
  const areaIds: string[] = [];
  let unmatched = aois;
  for (const area of areas) {
    const parts = summarizeAois(area);
    const isWhole = parts.every((part) => unmatched.some((aoi) => sameRequest(part, aoi)));
    if (parts.length === 0 || !isWhole) continue;
    areaIds.push(area.id);
    unmatched = unmatched.filter((aoi) => !parts.some((part) => sameRequest(part, aoi)));
  }
  return { areaIds, unmatched };
}

/** An area's AOIs in the form in which a request's are read, so that the two can be compared. */
function summarizeAois(area: Area): readonly SummarizedAoi[] {
  return summarizeRequest(JSON.stringify({ request: { aois: toOrderAois(area) } }))?.aois ?? [];
}

function toShape(aoi: SummarizedAoi): AreaShape[] {
  switch (aoi.kind) {
    case 'circle':
      return [{ kind: 'circle', center: [...aoi.center], radiusMetres: aoi.radiusKilometres * 1000 }];
    case 'polygon':
      return [{ kind: 'polygon', polygon: aoi.polygon }];
    case 'other':
      return [];
  }
}

function findLosses(summary: RequestSummary, unreadableAois: number): string[] {
  return [
    ...(summary.changeDetection === null
      ? []
      : ['Its change detection parameters are not taken over: the form has no fields for them.']),
    ...(unreadableAois === 0
      ? []
      : [`${unreadableAois} of its areas are of a kind that the form does not know and are left out.`]),
  ];
}
