import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { formatTime } from '../../../shared/format.ts';
import type { DetectionDetail, SensorData } from '../../../shared/results/detection.ts';
import { useApp } from '../../context/app-context.tsx';
import { InspectorSection } from '../../context/inspector-section.tsx';
import { useSession } from '../../context/use-stores.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { type FieldRow, FieldRows } from '../../ui/field-rows.tsx';
import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './inspector.module.css';

/** The sensor of a detection, or all sensors of its record if the detection names none. */
export function SensorSection({ detail }: { readonly detail: DetectionDetail }) {
  const { sensor, sensors } = detail;
  if (sensor) {
    return (
      <InspectorSection title="Sensor">
        <SensorFields sensor={sensor} detail={detail} />
        <CompareImagesLink detail={detail} />
        <FootprintProblem detail={detail} />
      </InspectorSection>
    );
  }
  return (
    <InspectorSection title="Sensor">
      {sensors.length === 0 ? (
        <p className="muted">The record names no sensor.</p>
      ) : (
        <Note>The record has several sensors, and this detection does not state which one observed it.</Note>
      )}
      {sensors.map((each, index) => (
        <details
          // biome-ignore lint/suspicious/noArrayIndexKey: a record's sensors may be equal, and their order does not change
          key={`${each.sensorDataIndex} ${each.brandId} ${index}`}
          className={styles.disclosure}
          open={index === 0}
        >
          <summary>
            {[each.sensorName ?? 'Unnamed sensor', each.sensorType].filter(Boolean).join(' · ')}
          </summary>
          <SensorFields sensor={each} detail={null} />
        </details>
      ))}
      <CompareImagesLink detail={detail} />
      <FootprintProblem detail={detail} />
    </InspectorSection>
  );
}

/** A link that compares the acquisition of a change result's images. */
function CompareImagesLink({ detail: { sensors, record } }: { readonly detail: DetectionDetail }) {
  const { commands } = useApp();
  if (sensors.length < 2) return null;
  return (
    <TextButton
      onClick={() => void commands.runWith('passes.compare-images', { recordId: record.assignedId })}
    >
      {sensors.length === 2 ? 'Compare the two images' : `Compare the first two of ${sensors.length} images`}
    </TextButton>
  );
}

function FootprintProblem({ detail }: { readonly detail: DetectionDetail }) {
  if (detail.footprintProblem === null) return null;
  return <Note tone="warn">The footprint cannot be drawn: {detail.footprintProblem}</Note>;
}

/** `detail` is set if the footprint on the map is the one of this sensor. */
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
    { label: 'Collected', value: sensor.startTimeUtc && formatTime(sensor.startTimeUtc) },
    { label: 'Incidence', value: degrees(sensor.incidenceAngle), tip: 'Local angle at the scene center' },
    {
      label: 'To sensor',
      value: degrees(sensor.azimuthAngle),
      tip: 'Azimuth from scene to sensor, clockwise from true North, at the scene center',
    },
    ...(detail ? [{ label: 'Footprint', value: <FootprintValue detail={detail} /> }] : []),
    { label: 'Vendor ID', value: sensor.vendorId && <CopyValue what="vendor id" value={sensor.vendorId} /> },
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
      <TextButton onClick={() => engine.zoomToGeometry(footprint.geometry)}>Zoom</TextButton>
    </>
  );
}

function degrees(value: number | null): string | null {
  return value === null ? null : `${value.toFixed(1)}°`;
}
