import type { Geometry } from 'geojson';
import { formatSquareMetres } from '../../../shared/areas/area-display.ts';
import { formatDecimalDegrees, formatDms } from '../../../shared/geo/coordinates.ts';
import { geodesicArea } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { formatMgrs } from '../../../shared/geo/mgrs.ts';
import { analyticColor } from '../../../shared/results/analytic-color.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import type { DetectionDetail } from '../../../shared/results/detection.ts';
import { useApp } from '../../app/app-context.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { type FieldRow, FieldRows } from '../../components/field-rows.tsx';
import { TextButton } from '../../components/text-button.tsx';
import styles from './inspector.module.css';
import { type PropertyRow, toPropertyRows } from './property-rows.ts';

/** The detection itself: what it is, where it is, and its properties as they came. */
export function DetectionSection({ detail: { detection } }: { readonly detail: DetectionDetail }) {
  const { geometry, analytic } = detection;
  const position: LonLat = [detection.longitude, detection.latitude];
  const rows: FieldRow[] = [
    { label: 'Analytic', value: <AnalyticName analytic={analytic} />, tip: analytic },
    {
      label: 'Position',
      value: <Position position={position} />,
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
      <span className={styles.dot} style={{ background: analyticColor(analytic) }} />
      {analyticDisplayName(analytic)}
    </>
  );
}

/** The same position in the three ways of writing it, each to be copied. */
function Position({ position }: { readonly position: LonLat }) {
  const mgrs = formatMgrs(position);
  return (
    <span className={styles.position}>
      <CopyValue
        value={formatDecimalDegrees(position)}
        shown={withoutBreakBeforeSide(formatDecimalDegrees(position))}
        what="position in decimal degrees"
      />
      {mgrs === null ? (
        <span className="muted">no MGRS at this latitude</span>
      ) : (
        <CopyValue value={mgrs} what="position in MGRS" dimmed />
      )}
      <CopyValue
        value={formatDms(position)}
        shown={withoutBreakBeforeSide(formatDms(position))}
        what="position in degrees, minutes and seconds"
        dimmed
      />
    </span>
  );
}

/** Keeps N, S, E and W on the line of their angle. */
function withoutBreakBeforeSide(position: string): string {
  return position.replaceAll(/ (?=[NSEW])/g, '\u00a0');
}

function GeometryValue({ geometry }: { readonly geometry: Geometry }) {
  const { engine } = useApp();
  const isArea = geometry.type === 'Polygon' || geometry.type === 'MultiPolygon';
  return (
    <>
      {geometry.type}
      {isArea && ` · ${formatSquareMetres(geodesicArea(geometry))}`}{' '}
      <TextButton onClick={() => engine.zoomToGeometry(geometry)}>zoom</TextButton>
    </>
  );
}
