import { formatSquareMetres } from '../../../shared/areas/area-display.ts';
import type { DetectionDetail, SensorData } from '../../../shared/results/detection.ts';
import { useApp } from '../../app/app-context.tsx';
import { useSession } from '../../app/use-stores.ts';
import { compareOfRecord } from '../../commands/pass-commands.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { type FieldRow, FieldRows } from '../../components/field-rows.tsx';
import { formatUtc } from '../../components/format.ts';
import { Note } from '../../components/note.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TextButton } from '../../components/text-button.tsx';
import styles from './inspector.module.css';

/** The sensor that a detection traces back to, or all of its record's when it does not say which. */
export function SensorSection({ detail }: { readonly detail: DetectionDetail }) {
  const { sensor, sensors } = detail;
  if (sensor) {
    return (
      <section aria-label="Sensor">
        <PanelHeading level={3} title="Sensor" />
        <SensorFields sensor={sensor} detail={detail} />
        <ComparedImages detail={detail} />
        <FootprintProblem detail={detail} />
      </section>
    );
  }
  return (
    <section aria-label="Sensor">
      <PanelHeading level={3} title={sensors.length > 1 ? `Sensors (${sensors.length})` : 'Sensor'} />
      {sensors.length === 0 ? (
        <p className="muted">The record names no sensor.</p>
      ) : (
        <Note>The record has several sensors, and this detection does not say which of them saw it.</Note>
      )}
      {sensors.map((each, index) => (
        <details
          // biome-ignore lint/suspicious/noArrayIndexKey: a record's sensors may be alike, and keep their order
          key={`${each.sensorDataIndex} ${each.brandId} ${index}`}
          className={styles.disclosure}
          open={index === 0}
        >
          <summary>
            {[each.sensorName ?? 'Sensor without a name', each.sensorType].filter(Boolean).join(' · ')}
          </summary>
          <SensorFields sensor={each} detail={null} />
        </details>
      ))}
      <ComparedImages detail={detail} />
      <FootprintProblem detail={detail} />
    </section>
  );
}

/** A change result compares images; how they were taken can be compared, too. */
function ComparedImages({ detail: { sensors, record } }: { readonly detail: DetectionDetail }) {
  const app = useApp();
  if (sensors.length < 2) return null;
  return (
    <TextButton onClick={() => void compareOfRecord(app, record.assignedId)}>
      {sensors.length === 2 ? 'Compare the two images' : `Compare the first two of ${sensors.length} images`}
    </TextButton>
  );
}

function FootprintProblem({ detail }: { readonly detail: DetectionDetail }) {
  if (detail.footprintProblem === null) return null;
  return <Note tone="warn">The footprint cannot be drawn: {detail.footprintProblem}</Note>;
}

/** `detail` is given when the footprint drawn on the map is this sensor's. */
function SensorFields({
  sensor,
  detail,
}: {
  readonly sensor: SensorData;
  readonly detail: DetectionDetail | null;
}) {
  const brand = useSession((state) => state.session?.profile.brand) ?? 'svc';
  const rows: FieldRow[] = [
    { label: 'Name', value: sensor.sensorName },
    { label: 'Type', value: sensor.sensorType },
    { label: 'Mode', value: sensor.sensorMode },
    { label: 'Product', value: sensor.productType },
    { label: 'Polarization', value: sensor.polarization },
    { label: 'Collected', value: sensor.startTimeUtc && formatUtc(sensor.startTimeUtc), tip: 'UTC' },
    { label: 'Incidence', value: degrees(sensor.incidenceAngle), tip: 'Local angle at the scene centre' },
    {
      label: 'Azimuth to sensor',
      value: degrees(sensor.azimuthAngle),
      tip: 'From scene to sensor, clockwise from true North, at the scene centre',
    },
    ...(detail ? [{ label: 'Footprint', value: <FootprintValue detail={detail} /> }] : []),
    { label: 'Vendor id', value: sensor.vendorId && <CopyValue what="vendor id" value={sensor.vendorId} /> },
    { label: `${brand}Id`, value: sensor.brandId && <CopyValue what="image id" value={sensor.brandId} /> },
  ];
  return <FieldRows rows={rows} />;
}

function FootprintValue({ detail }: { readonly detail: DetectionDetail }) {
  const { engine } = useApp();
  const { footprint } = detail;
  if (!footprint) return '–';
  return (
    <>
      {formatSquareMetres(footprint.squareMetres)}{' '}
      <TextButton onClick={() => engine.zoomToGeometry(footprint.geometry)}>zoom</TextButton>
    </>
  );
}

function degrees(value: number | null): string | null {
  return value === null ? null : `${value.toFixed(1)}°`;
}
