import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Geometry } from 'geojson';
import { memo, useState } from 'react';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import type { PlaceLabel } from '../../../shared/fixed-objects/place-label.ts';
import { formatTime } from '../../../shared/format.ts';
import { formatDecimalDegrees, formatDms } from '../../../shared/geo/coordinates.ts';
import { geodesicArea } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { formatMgrs } from '../../../shared/geo/mgrs.ts';
import { analyticDisplayName, beyondLimits } from '../../../shared/results/analytics.ts';
import type { DetectionDetail, DetectionRow } from '../../../shared/results/detection.ts';
import { familyTitles } from '../../../shared/results/field-groups.ts';
import { cellValue, lengthOf } from '../../../shared/results/field-value.ts';
import { vesselHull } from '../../../shared/results/vessel-hull.ts';
import { type App, useApp } from '../../context/app-context.tsx';
import { callEdit, recordEdit } from '../../context/edit-history.ts';
import { InspectorSection } from '../../context/inspector-section.tsx';
import { useSession, useSettingsOfFormats } from '../../context/use-stores.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { type FieldRow, FieldRows } from '../../ui/field-rows.tsx';
import { Note } from '../../ui/note.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { isChipFact } from './chip-facts.tsx';
import styles from './inspector.module.css';
import { correctableNames, MeaningForm } from './meaning-form.tsx';
import { type PropertyRow, toPropertyRows } from './property-rows.ts';
import { isSameBesideReview } from './same-beside-review.ts';
import { texts } from './texts.ts';

/** The detection's position, analytic and properties, with the property values as received. */
export const DetectionSection = memo(function DetectionSection({
  detail,
  omitsFacts,
}: {
  readonly detail: DetectionDetail;
  /** Whether the properties that are shown with the chip are left out. */
  readonly omitsFacts: boolean;
}) {
  useSettingsOfFormats();
  const isReadOnly = useSession(({ session }) => session?.workspace === 'read-only');
  const [isCorrecting, setCorrecting] = useState(false);
  const { detection } = detail;
  const { geometry, analytic } = detection;
  const className = cellValue(detection, 'class');
  const remarks = beyondLimits(analytic, {
    length: lengthOf(detection),
    className: typeof className === 'string' ? className : null,
  });
  const position: LonLat = [detection.longitude, detection.latitude];
  const rows = toPropertyRows(detection.properties, detection.corrections).filter(
    (row) => !(omitsFacts && isChipFact(row)),
  );
  const properties: FieldRow[] = [
    { label: texts.detection.analytic, value: <AnalyticName analytic={analytic} />, tip: analytic },
    ...rows.filter(({ family }) => family === null).map(toFieldRow),
    ...hullRows(detection),
  ];
  const families = Object.entries(familyTitles).flatMap(([family, title]) => {
    const ofFamily = rows.filter((row) => row.family === family);
    return ofFamily.length === 0 ? [] : [{ family, title, rows: ofFamily.map(toFieldRow) }];
  });
  return (
    <>
      <InspectorSection title={texts.detection.position}>
        <FieldRows rows={positionRows(position, geometry)} />
        <PlacePresence detection={detection} />
      </InspectorSection>
      <InspectorSection
        title={texts.detection.properties}
        label={texts.detection.fields}
        actions={
          correctableNames(detection).length === 0 ? null : (
            <TextButton
              disabled={isReadOnly}
              title={isReadOnly ? texts.meaning.readOnly : texts.meaning.correctHint}
              aria-expanded={isCorrecting}
              onClick={() => setCorrecting(!isCorrecting)}
            >
              {texts.meaning.correct}
            </TextButton>
          )
        }
      >
        {isCorrecting ? (
          <MeaningForm key={detection.id} detail={detail} onDone={() => setCorrecting(false)} />
        ) : null}
        {remarks.map((remark) => (
          <Note key={remark} tone="warn">
            {remark}
          </Note>
        ))}
        <FieldRows rows={properties} />
      </InspectorSection>
      {families.map(({ family, title, rows: ofFamily }) => (
        <InspectorSection key={family} title={title}>
          <FieldRows rows={ofFamily} />
        </InspectorSection>
      ))}
    </>
  );
}, isSameBesideReview);

/** Source of the hull on the map; nothing for a detection without one. */
function hullRows(detection: DetectionRow): readonly FieldRow[] {
  const hull = vesselHull(detection);
  if (!hull) return [];
  const { lengthMeters, widthMeters, hasUsualWidth } = hull;
  const value = hasUsualWidth
    ? texts.detection.hullWithUsualWidth(widthMeters, lengthMeters / widthMeters)
    : texts.detection.hullDerived;
  return [{ label: texts.detection.hull, value, tip: texts.detection.hullHint }];
}

function toFieldRow({ label, tip, text, isNested }: PropertyRow): FieldRow {
  const value = isNested && text !== null ? <pre className={styles.json}>{text}</pre> : text;
  return { label, value, tip };
}

function AnalyticName({ analytic }: { readonly analytic: string }) {
  return (
    <>
      <AnalyticMark analytic={analytic} />
      {analyticDisplayName(analytic)}
    </>
  );
}

/** The position in three notations, each with a button that copies it, and the shape of an area. */
function positionRows(position: LonLat, geometry: Geometry): readonly FieldRow[] {
  const mgrs = formatMgrs(position);
  const tip = geometry.type === 'Point' ? texts.detection.wgs84 : texts.detection.wgs84Inside;
  return [
    {
      label: texts.detection.decimal,
      value: (
        <CopyValue
          value={formatDecimalDegrees(position)}
          shown={withNonBreakingHemisphere(formatDecimalDegrees(position))}
          what={texts.detection.decimalCopy}
        />
      ),
      tip,
    },
    {
      label: texts.detection.mgrs,
      value:
        mgrs === null ? (
          <span className="muted">{texts.detection.noMgrs}</span>
        ) : (
          <CopyValue value={mgrs} what={texts.detection.mgrsCopy} />
        ),
      tip,
    },
    {
      label: texts.detection.dms,
      value: (
        <CopyValue
          value={formatDms(position)}
          shown={withNonBreakingHemisphere(formatDms(position))}
          what={texts.detection.dmsCopy}
        />
      ),
      tip: texts.detection.dmsHint(tip),
    },
    ...(geometry.type === 'Point'
      ? []
      : [{ label: texts.detection.geometry, value: <GeometryValue geometry={geometry} /> }]),
  ];
}

/** Prevents a line break between an angle and its N, S, E or W. */
function withNonBreakingHemisphere(position: string): string {
  return position.replaceAll(/ (?=[NSEW])/g, '\u00a0');
}

function GeometryValue({ geometry }: { readonly geometry: Geometry }) {
  const { engine } = useApp();
  const isArea = geometry.type === 'Polygon' || geometry.type === 'MultiPolygon';
  return (
    <>
      {geometry.type}
      {isArea && ` · ${formatSquareMetres(geodesicArea(geometry))}`}{' '}
      <TextButton onClick={() => engine.zoomToGeometry(geometry)}>{texts.zoom}</TextButton>
    </>
  );
}

/** Sightings at the place of a detection, once they are requested, and the user's statement about it. */
function PlacePresence({ detection }: { readonly detection: DetectionDetail['detection'] }) {
  const app = useApp();
  const { queries } = app;
  const { id } = detection;
  useSettingsOfFormats();
  const isReadOnly = useSession(({ session }) => session?.workspace === 'read-only');
  // It stays shown when the next detection is inspected.
  const [isShown, setShown] = useState(false);
  const { data, error, refetch } = useQuery(queries.results.presence.queryOptions(id, { enabled: isShown }));
  if (!isShown) {
    return (
      <TextButton title={texts.presence.hint} onClick={() => setShown(true)}>
        {texts.presence.show}
      </TextButton>
    );
  }
  if (error || data === undefined)
    return <QueryState query={{ error, refetch }} loading={texts.presence.loading} />;
  if (data === null) return null;
  const { presence, seen, looks: passes, label } = data;
  const state = (to: PlaceLabel['presence'] | null) => void labelPlace(app, detection, label, to);
  return (
    <>
      <FieldRows
        rows={[
          {
            label: texts.presence.seen,
            value: seen === 0 ? texts.presence.unknown : texts.presence.of(seen, passes),
            tip: texts.presence.hint,
          },
          {
            label: texts.presence.presence,
            value: label
              ? texts.presence.stated(texts.presence.labels[label.presence], label.by, formatTime(label.at))
              : presence === null
                ? texts.presence.unknown
                : texts.presence.texts[presence],
            tip: texts.presence.hint,
          },
        ]}
      />
      <Group gap="sm">
        {label ? (
          <TextButton disabled={isReadOnly} onClick={() => state(null)}>
            {texts.presence.withdraw}
          </TextButton>
        ) : (
          <>
            {presence === 'stationary' ? null : (
              <TextButton
                disabled={isReadOnly}
                title={isReadOnly ? texts.presence.readOnly : texts.presence.labelHint}
                onClick={() => state('stationary')}
              >
                {texts.presence.isFixed}
              </TextButton>
            )}
            {presence === 'passing' ? null : (
              <TextButton
                disabled={isReadOnly}
                title={isReadOnly ? texts.presence.readOnly : texts.presence.labelHint}
                onClick={() => state('passing')}
              >
                {texts.presence.isNotFixed}
              </TextButton>
            )}
          </>
        )}
      </Group>
    </>
  );
}

/** States what is at the place of a detection, or withdraws it with null; with undo. */
async function labelPlace(
  app: App,
  { analytic, longitude, latitude }: DetectionDetail['detection'],
  former: PlaceLabel | null,
  presence: PlaceLabel['presence'] | null,
): Promise<void> {
  const label = presence && {
    id: crypto.randomUUID(),
    analytic,
    position: [longitude, latitude] as const,
    presence,
  };
  const call = (remove: { readonly id: string } | null, add: typeof label | PlaceLabel) =>
    app.api.results.labelPlace.mutate({ remove: remove?.id ?? null, add });
  const done = await callEdit(app, () => call(former, label));
  if (!done.ok) return notifyFailure(done.failure, texts.presence.notLabeled);
  recordEdit(app, {
    name: texts.presence.labeling,
    undo: () => call(label, former),
    redo: () => call(former, label),
  });
}
