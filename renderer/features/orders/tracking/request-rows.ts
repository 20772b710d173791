import { formatSquareMetres } from '../../../../shared/areas/format-square-metres.ts';
import { formatTime } from '../../../../shared/format.ts';
import { formatPosition } from '../../../../shared/geo/format-position.ts';
import { geodesicArea } from '../../../../shared/geo/geodesic.ts';
import {
  type DraftArea,
  type DraftChangeDetection,
  listPreservedParts,
  type OrderDraft,
  type PreservedPart,
} from '../../../../shared/orders/draft/order-draft.ts';
import { analyticDisplayName } from '../../../../shared/results/analytic-name.ts';

/** A labeled field of a stored request; without lines if the request does not set it. */
export type RequestRow = { readonly label: string; readonly lines: readonly string[] };

/** The rows of a stored request. Fields unknown to the form come last, unchanged. */
export function requestRows(draft: OrderDraft): RequestRow[] {
  return [
    { label: 'Name', lines: linesOf(draft.descriptiveName) },
    { label: 'Purpose', lines: linesOf(draft.purchaseReason) },
    { label: 'Notes', lines: linesOf(draft.customerNotes) },
    { label: 'Contact email', lines: linesOf(draft.contactEmail) },
    { label: 'Analytics', lines: draft.analytics.map(analyticDisplayName) },
    { label: 'Time ranges', lines: draft.ranges.flatMap(describeRange) },
    { label: 'Areas', lines: draft.areas.map(describeArea) },
    ...changeDetectionRows(draft.changeDetection),
    ...otherRows(listPreservedParts(draft)),
  ];
}

function changeDetectionRows(parameters: DraftChangeDetection | null): RequestRow[] {
  if (parameters === null) return [];
  const { types, maxImageWindowHours, recurring } = parameters;
  return [
    { label: 'Change detection', lines: types },
    { label: 'Image window', lines: linesOf(maxImageWindowHours, ' hours') },
    ...(recurring === null
      ? []
      : [
          { label: 'Recurs between', lines: describeRange(recurring.bounds) },
          { label: 'Number of runs', lines: linesOf(recurring.count) },
          { label: 'Time of day of the images', lines: linesOf(recurring.time) },
          { label: 'Cadence', lines: linesOf(recurring.cadence) },
          { label: 'Minimum days between images', lines: linesOf(recurring.minimumDaysBetweenImages) },
        ]),
  ];
}

function otherRows(fields: readonly PreservedPart[]): RequestRow[] {
  if (fields.length === 0) return [];
  const lines = fields.map(
    ({ owner: of, path, valueText }) =>
      `${of === 'request' ? '' : `${describeParent(of)}: `}${path} = ${valueText}`,
  );
  return [{ label: 'Other fields', lines }];
}

/** `ranges.0` as `range 1`. */
function describeParent(of: string): string {
  const [list, index] = of.split('.');
  return `${list === 'ranges' ? 'range' : 'area'} ${Number(index) + 1}`;
}

function describeRange({ from, to }: { readonly from: string; readonly to: string }): string[] {
  if (`${from}${to}` === '') return [];
  return [`${formatTime(from) || '?'} → ${formatTime(to) || '?'}`];
}

function describeArea(area: DraftArea): string {
  switch (area.kind) {
    case 'point':
      return `Circle · ${area.radiusKilometres} km around ${formatPosition([area.longitude, area.latitude])}`;
    case 'polygon':
      return `Polygon · ${formatSquareMetres(geodesicArea(area.polygon))}`;
    case 'area':
      return 'An area of the workspace';
  }
}

function linesOf(text: string, unit = ''): string[] {
  return text === '' ? [] : [`${text}${unit}`];
}
