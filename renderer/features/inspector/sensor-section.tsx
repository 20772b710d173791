import { memo, type ReactNode } from 'react';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { formatAngle, formatMetres, formatTime } from '../../../shared/format.ts';
import { formatPosition } from '../../../shared/geo/format-position.ts';
import { distanceMetres } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { readAngleReference } from '../../../shared/passes/angle-reference.ts';
import type { DetectionDetail } from '../../../shared/results/detection.ts';
import { type FieldList, isRequested } from '../../../shared/results/field-list.ts';
import type { SensorData } from '../../../shared/results/sensor-members.ts';
import { useApp } from '../../context/app-context.tsx';
import { InspectorSection } from '../../context/inspector-section.tsx';
import { useSession, useSettingsOfFormats } from '../../context/use-stores.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { type FieldRow, FieldRows } from '../../ui/field-rows.tsx';
import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './inspector.module.css';
import { isSameBesideReview } from './same-beside-review.ts';
import { texts } from './texts.ts';

/** The sensor of a detection, or all sensors of its record if the detection names none. */
export const SensorSection = memo(function SensorSection({ detail }: { readonly detail: DetectionDetail }) {
  useSettingsOfFormats();
  const { sensor, sensors } = detail;
  if (sensor) {
    return (
      <InspectorSection title={texts.sensor.title}>
        <SensorFields sensor={sensor} detail={detail} fields={detail.detection.fields} />
        <CompareImagesLink detail={detail} />
        <FootprintProblem detail={detail} />
      </InspectorSection>
    );
  }
  return (
    <InspectorSection title={texts.sensor.title}>
      {sensors.length === 0 ? (
        <p className="muted">
          {isRequested(detail.detection.fields, 'content.sensorData') ? texts.sensor.none : texts.notFetched}
        </p>
      ) : (
        <Note>{texts.sensor.several}</Note>
      )}
      {sensors.map((each, index) => (
        <details
          // biome-ignore lint/suspicious/noArrayIndexKey: a record's sensors may be equal, and their order does not change
          key={`${each.sensorDataIndex} ${each.brandId} ${index}`}
          className={styles.disclosure}
          open={index === 0}
        >
          <summary>
            {[each.sensorName ?? texts.sensor.unnamed, each.sensorType].filter(Boolean).join(' · ')}
          </summary>
          <SensorFields sensor={each} detail={null} fields={detail.detection.fields} />
        </details>
      ))}
      <CompareImagesLink detail={detail} />
      <FootprintProblem detail={detail} />
    </InspectorSection>
  );
}, isSameBesideReview);

/** A link that compares the acquisition of a change result's images. */
function CompareImagesLink({ detail: { sensors, record } }: { readonly detail: DetectionDetail }) {
  const { commands } = useApp();
  if (sensors.length < 2) return null;
  return (
    <TextButton
      onClick={() => void commands.runWith('passes.compare-images', { recordId: record.assignedId })}
    >
      {sensors.length === 2 ? texts.sensor.compareTwo : texts.sensor.compareFirst(sensors.length)}
    </TextButton>
  );
}

function FootprintProblem({ detail }: { readonly detail: DetectionDetail }) {
  if (detail.footprintProblem === null) return null;
  const describe = detail.footprint ? texts.sensor.footprintRemark : texts.sensor.noFootprint;
  return <Note tone="warn">{describe(detail.footprintProblem)}</Note>;
}

/** `detail` is set if the footprint on the map is the one of this sensor. */
function SensorFields({
  sensor,
  detail,
  fields,
}: {
  readonly sensor: SensorData;
  readonly detail: DetectionDetail | null;
  /** The fields that were requested with the record. */
  readonly fields: FieldList;
}) {
  const given = (value: ReactNode, name: string) =>
    value ?? (isRequested(fields, `content.sensorData.${name}`) ? null : texts.notFetched);
  const brand = useSession((state) => state.session?.profile.brand) ?? 'svc';
  const reference = readAngleReference(sensor.geometryReference);
  const rows: FieldRow[] = [
    { label: texts.sensor.name, value: given(sensor.sensorName, 'sensorName') },
    { label: texts.sensor.type, value: given(sensor.sensorType, 'sensorType') },
    { label: texts.sensor.mode, value: given(sensor.sensorMode, 'sensorMode') },
    { label: texts.record.product, value: given(sensor.productType, 'productType') },
    { label: texts.sensor.polarization, value: given(sensor.polarization, 'polarization') },
    { label: texts.sensor.collected, value: sensor.startTimeUtc && formatTime(sensor.startTimeUtc) },
    {
      label: texts.sensor.incidence,
      value: given(degrees(sensor.incidenceAngle), 'incidenceAngle'),
      tip: texts.sensor.incidenceHint,
    },
    {
      label: texts.sensor.azimuth,
      value: given(degrees(sensor.azimuthAngle), 'azimuthAngle'),
      tip: texts.sensor.azimuthHint,
    },
    {
      label: texts.sensor.anglesAt,
      value: reference
        ? describeReference(reference, detail)
        : given(sensor.geometryReference, 'geometryReference'),
      tip: texts.sensor.anglesAtHint,
    },
    ...(detail
      ? [
          {
            label: texts.sensor.footprint,
            value: given(detail.footprint && <FootprintValue detail={detail} />, 'footprint'),
          },
        ]
      : []),
    { label: texts.sensor.index, value: sensor.sensorDataIndex, tip: texts.sensor.indexHint },
    {
      label: texts.sensor.vendorId,
      value: sensor.vendorId && <CopyValue what={texts.sensor.vendorIdCopy} value={sensor.vendorId} />,
    },
    {
      label: texts.sensor.imageId(brand),
      value: sensor.brandId && <CopyValue what={texts.sensor.imageIdCopy} value={sensor.brandId} />,
    },
  ];
  return <FieldRows rows={rows} />;
}

/** The position, and how far the detection is from it where it is traced to this image. */
function describeReference(reference: LonLat, detail: DetectionDetail | null): string {
  const position = formatPosition(reference);
  if (!detail) return position;
  const { longitude, latitude } = detail.detection;
  return texts.sensor.fromDetection(position, formatMetres(distanceMetres(reference, [longitude, latitude])));
}

function FootprintValue({ detail }: { readonly detail: DetectionDetail }) {
  const { engine } = useApp();
  const { footprint } = detail;
  if (!footprint) return '–';
  return (
    <>
      {formatSquareMetres(footprint.squareMetres)}{' '}
      <TextButton onClick={() => engine.zoomToGeometry(footprint.geometry)}>{texts.zoom}</TextButton>
    </>
  );
}

function degrees(value: number | null): string | null {
  return value === null ? null : formatAngle(value);
}
