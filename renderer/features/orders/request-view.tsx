import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { formatNumber, formatTime } from '../../../shared/format.ts';
import { formatPosition } from '../../../shared/geo/format-position.ts';
import { geodesicArea } from '../../../shared/geo/geodesic.ts';
import { linkDraftAreas } from '../../../shared/orders/draft/draft-areas.ts';
import {
  type DraftArea,
  type DraftChangeDetection,
  listPreservedParts,
  type OrderDraft,
  type PreservedPart,
} from '../../../shared/orders/draft/order-draft.ts';
import { requestToDraft } from '../../../shared/orders/draft/request-to-draft.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import { useAreas } from '../../context/use-live-queries.ts';
import { FieldRows } from '../../ui/field-rows.tsx';
import { Note } from '../../ui/note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { changeTypeText, timeOfDayText } from './enumeration-texts.ts';
import { CopyableJson } from './json-text.tsx';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** An order's request: with the form's labels, with fields that the form does not support, and as unchanged text. */
export function RequestView({ text, heading }: { readonly text: string; readonly heading: string }) {
  const read = requestToDraft(text);
  const loaded = useAreas();
  const areas = loaded.state === 'ready' ? loaded.value : [];
  return (
    <section aria-label={heading}>
      <PanelHeading level={3} title={heading} />
      {read.ok ? (
        <>
          <FieldRows
            rows={requestRows(read.value.draft, areas).map(({ label, lines }) => ({
              label,
              value: lines.length === 0 ? null : lines.map(toLine),
            }))}
          />
          {read.value.notes.map((note) => (
            <Note key={note}>{note}</Note>
          ))}
        </>
      ) : (
        <p className="muted">{texts.request.notShown}</p>
      )}
      <details className={styles.disclosure}>
        <summary>{texts.request.json}</summary>
        <CopyableJson text={text} />
      </details>
    </section>
  );
}

function toLine(line: string, index: number) {
  return <div key={index}>{line}</div>;
}

/** A labeled field of a stored request; without lines if the request does not set it. */
type RequestRow = { readonly label: string; readonly lines: readonly string[] };

/** The rows of a stored request; what equals one of `areas` has its name. Fields unknown to the form come last, unchanged. */
export function requestRows(draft: OrderDraft, areas: readonly Area[] = []): RequestRow[] {
  return [
    { label: texts.request.name, lines: linesOf(draft.descriptiveName) },
    { label: texts.request.purpose, lines: linesOf(draft.purchaseReason) },
    { label: texts.request.notes, lines: linesOf(draft.customerNotes) },
    { label: texts.request.email, lines: linesOf(draft.contactEmail) },
    { label: texts.request.analytics, lines: draft.analytics.map(analyticDisplayName) },
    { label: texts.request.ranges, lines: draft.ranges.flatMap(describeRange) },
    {
      label: texts.request.areas,
      lines: linkDraftAreas(draft, areas).areas.map((area) => describeArea(area, areas)),
    },
    ...changeDetectionRows(draft.changeDetection),
    ...otherRows(listPreservedParts(draft)),
  ];
}

function changeDetectionRows(parameters: DraftChangeDetection | null): RequestRow[] {
  if (parameters === null) return [];
  const { types, maxImageWindowHours, recurring } = parameters;
  return [
    { label: texts.request.changeDetection, lines: types.map(changeTypeText) },
    { label: texts.request.window, lines: linesOf(roundTyped(maxImageWindowHours), texts.request.hours) },
    ...(recurring === null
      ? []
      : [
          { label: texts.request.recursBetween, lines: describeRange(recurring.bounds) },
          { label: texts.recurring.runs, lines: linesOf(recurring.count) },
          { label: texts.recurring.timeOfDay, lines: linesOf(timeOfDayText(recurring.time)) },
          { label: texts.recurring.cadence, lines: linesOf(recurring.cadence) },
          { label: texts.recurring.minimumDays, lines: linesOf(recurring.minimumDaysBetweenImages) },
        ]),
  ];
}

function otherRows(fields: readonly PreservedPart[]): RequestRow[] {
  if (fields.length === 0) return [];
  const lines = fields.map(
    ({ owner: of, path, valueText }) =>
      `${of === 'request' ? '' : `${describeParent(of)}: `}${path} = ${valueText}`,
  );
  return [{ label: texts.request.otherFields, lines }];
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

function describeArea(area: DraftArea, areas: readonly Area[]): string {
  switch (area.kind) {
    case 'point':
      return texts.areas.circleText(
        roundTyped(area.radiusKilometres),
        formatPosition([area.longitude, area.latitude]),
      );
    case 'polygon':
      return texts.areas.polygonText(formatSquareMetres(geodesicArea(area.polygon)));
    case 'area':
      return areas.find(({ id }) => id === area.areaId)?.name ?? texts.areas.ofWorkspace;
  }
}

/** A number as typed or received, with at most three decimals. */
function roundTyped(value: string | number): string {
  const number = Number(value);
  return value === '' || Number.isNaN(number) ? String(value) : formatNumber(number, 3);
}

function linesOf(text: string, unit = ''): string[] {
  return text === '' ? [] : [`${text}${unit}`];
}
