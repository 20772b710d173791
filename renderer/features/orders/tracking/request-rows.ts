import { formatSquareMetres } from '../../../../shared/areas/area-display.ts';
import { formatDecimalDegrees } from '../../../../shared/geo/coordinates.ts';
import { geodesicArea } from '../../../../shared/geo/geodesic.ts';
import {
  type DraftArea,
  type DraftChangeDetection,
  type KeptPart,
  keptParts,
  type OrderDraft,
} from '../../../../shared/orders/order-draft.ts';
import { analyticDisplayName } from '../../../../shared/results/analytic-name.ts';
import { formatUtc } from '../../../components/format.ts';

/** A field of a stored request in the form's own words; no lines where the request says nothing. */
export type RequestRow = { readonly label: string; readonly lines: readonly string[] };

/** A stored request, read as a draft, field by field. What the form does not know comes last, as it stands. */
export function requestRows(draft: OrderDraft): RequestRow[] {
  return [
    { label: 'Name', lines: given(draft.descriptiveName) },
    { label: 'Purpose', lines: given(draft.purchaseReason) },
    { label: 'Notes', lines: given(draft.customerNotes) },
    { label: 'Contact e-mail', lines: given(draft.contactEmail) },
    { label: 'Analytics', lines: draft.analytics.map(analyticDisplayName) },
    { label: 'Time ranges', lines: draft.ranges.flatMap(describeRange) },
    { label: 'Areas', lines: draft.areas.map(describeArea) },
    ...changeDetectionRows(draft.changeDetection),
    ...otherRows(keptParts(draft)),
  ];
}

function changeDetectionRows(parameters: DraftChangeDetection | null): RequestRow[] {
  if (parameters === null) return [];
  const { types, maxImageWindowHours, recurring } = parameters;
  return [
    { label: 'Change detection', lines: types },
    { label: 'Image window', lines: given(maxImageWindowHours, ' hours') },
    ...(recurring === null
      ? []
      : [
          { label: 'Recurs between', lines: describeRange(recurring.bounds) },
          { label: 'Number of runs', lines: given(recurring.count) },
          { label: 'Time of day of the images', lines: given(recurring.time) },
          { label: 'Cadence', lines: given(recurring.cadence) },
          { label: 'Minimum days between images', lines: given(recurring.minimumDaysBetweenImages) },
        ]),
  ];
}

function otherRows(parts: readonly KeptPart[]): RequestRow[] {
  if (parts.length === 0) return [];
  const lines = parts.map(
    ({ of, path, valueText }) => `${of === 'request' ? '' : `${describePlace(of)}: `}${path} = ${valueText}`,
  );
  return [{ label: 'Besides', lines }];
}

/** `ranges.0` as `range 1`. */
function describePlace(of: string): string {
  const [list, index] = of.split('.');
  return `${list === 'ranges' ? 'range' : 'area'} ${Number(index) + 1}`;
}

function describeRange({ from, to }: { readonly from: string; readonly to: string }): string[] {
  if (`${from}${to}` === '') return [];
  return [`${formatUtc(from) || '?'} → ${formatUtc(to) || '?'}`];
}

function describeArea(area: DraftArea): string {
  switch (area.kind) {
    case 'point':
      return `Circle · ${area.radiusKilometres} km around ${formatDecimalDegrees([area.longitude, area.latitude])}`;
    case 'polygon':
      return `Polygon · ${formatSquareMetres(geodesicArea(area.polygon))}`;
    case 'area':
      return 'An area of the workspace';
  }
}

function given(text: string, unit = ''): string[] {
  return text === '' ? [] : [`${text}${unit}`];
}
