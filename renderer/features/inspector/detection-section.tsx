import type { Geometry } from 'geojson';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { formatDecimalDegrees, formatDms } from '../../../shared/geo/coordinates.ts';
import { geodesicArea } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { formatMgrs } from '../../../shared/geo/mgrs.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import type { DetectionDetail } from '../../../shared/results/detection.ts';
import { useApp } from '../../context/app-context.tsx';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { type FieldRow, FieldRows } from '../../ui/field-rows.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './inspector.module.css';
import { type PropertyRow, toPropertyRows } from './property-rows.ts';

/** The detection's analytic, position and properties, with the property values as received. */
export function DetectionSection({ detail: { detection } }: { readonly detail: DetectionDetail }) {
  const { geometry, analytic } = detection;
  const position: LonLat = [detection.longitude, detection.latitude];
  const rows: FieldRow[] = [
    { label: 'Analytic', value: <AnalyticName analytic={analytic} />, tip: analytic },
    {
      label: 'Position',
      value: <PositionValue position={position} />,
      tip: geometry.type === 'Point' ? 'WGS 84' : 'WGS 84, a point inside the geometry',
    },
    ...(geometry.type === 'Point'
      ? []
      : [{ label: 'Geometry', value: <GeometryValue geometry={geometry} /> }]),
    ...toPropertyRows(detection.properties).map(toFieldRow),
  ];
  return (
    <section aria-label="Detection fields">
      <FieldRows rows={rows} />
    </section>
  );
}

function toFieldRow({ label, name, text, isNested }: PropertyRow): FieldRow {
  const value = isNested && text !== null ? <pre className={styles.json}>{text}</pre> : text;
  return { label, value, tip: name };
}

function AnalyticName({ analytic }: { readonly analytic: string }) {
  return (
    <>
      <AnalyticMark analytic={analytic} />
      {analyticDisplayName(analytic)}
    </>
  );
}

/** The position in three notations, each with a button that copies it. */
function PositionValue({ position }: { readonly position: LonLat }) {
  const mgrs = formatMgrs(position);
  return (
    <span className={styles.position}>
      <CopyValue
        value={formatDecimalDegrees(position)}
        shown={withNonBreakingHemisphere(formatDecimalDegrees(position))}
        what="position in decimal degrees"
      />
      {mgrs === null ? (
        <span className="muted">no MGRS at this latitude</span>
      ) : (
        <CopyValue value={mgrs} what="position in MGRS" dimmed />
      )}
      <CopyValue
        value={formatDms(position)}
        shown={withNonBreakingHemisphere(formatDms(position))}
        what="position in degrees, minutes and seconds"
        dimmed
      />
    </span>
  );
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
      <TextButton onClick={() => engine.zoomToGeometry(geometry)}>Zoom</TextButton>
    </>
  );
}
