import { memo, type ReactNode } from 'react';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { readFileProvenance } from '../../../shared/exchange/file-provenance.ts';
import { formatAngle, formatCount, formatMetres, formatTime } from '../../../shared/format.ts';
import { formatPosition } from '../../../shared/geo/format-position.ts';
import { distanceMetres } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { readAngleReference } from '../../../shared/passes/angle-reference.ts';
import {
  definitionOf,
  isFieldFetched,
  type TracedField,
  tracedFields,
} from '../../../shared/results/builtin-fields.ts';
import type { DetectionDetail } from '../../../shared/results/detection.ts';
import { type FieldList, isRequested } from '../../../shared/results/field-list.ts';
import { formatFieldNumber } from '../../../shared/results/field-number.ts';
import {
  type MemberKind,
  type SensorData,
  type SensorMember,
  sensorMemberName,
  sensorMembers,
} from '../../../shared/results/sensor-members.ts';
import { shortId } from '../../../shared/short-id.ts';
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

/** The record of a detection, and the query that fetched it or the file it was imported from. */
export const RecordSection = memo(function RecordSection({
  detail: { detection, record },
}: {
  readonly detail: DetectionDetail;
}) {
  useSettingsOfFormats();
  const fileName = readFileProvenance(record.queryText);
  const given = (value: string | null, path: string) =>
    value || (isRequested(detection.fields, path) ? null : texts.notFetched);
  return (
    <InspectorSection title={texts.record.title}>
      <FieldRows
        rows={[
          { label: texts.record.uploaded, value: record.uploadTime && formatTime(record.uploadTime) },
          {
            label: texts.record.product,
            value: given(
              [record.productType, record.documentVersion].filter((part) => part !== null).join(' · '),
              'content.product',
            ),
            tip: texts.record.productHint,
          },
          {
            label: texts.record.version,
            value: given(record.headerVersion, 'header.version'),
            tip: texts.record.versionHint,
          },
          { label: texts.record.generator, value: given(generatorText(record), 'header.generatorInfo') },
          ...recordFields.map((field) => ({
            label: definitionOf(field).label,
            value:
              tracedText(detection.traced[field], field) ??
              (isFieldFetched(field, detection.fields) ? null : texts.notFetched),
            tip: definitionOf(field).description,
          })),
          { label: texts.record.region, value: given(record.region, 'content.processors.parameters') },
          {
            label: texts.record.detections,
            value: formatCount(record.detections),
            tip: texts.record.detectionsHint,
          },
          {
            label: texts.record.assignedId,
            value: (
              <CopyValue
                what={texts.record.assignedIdCopy}
                value={record.assignedId}
                shown={shortId(record.assignedId)}
              />
            ),
          },
          {
            label: fileName === undefined ? texts.record.fetched : texts.record.imported,
            value: formatTime(record.fetchedAt),
          },
          ...(fileName === undefined ? [] : [{ label: texts.record.fromFile, value: fileName }]),
        ]}
      />
      {fileName === undefined ? (
        <details className={styles.disclosure}>
          <summary>{texts.record.query}</summary>
          <pre className={styles.json}>{record.queryText}</pre>
        </details>
      ) : null}
    </InspectorSection>
  );
}, isSameBesideReview);

/** Generator of the record, without the time, which has a line of its own. */
function generatorText({ generator }: DetectionDetail['record']): string | null {
  return generator?.replace(/ · \d{4}-\d\d-\d\dT[\d:.]+Z$/, '') ?? null;
}

/** When the record was generated, and the hours between its times. */
const recordFields = tracedFields.filter(
  (field) => field === 'generated' || definitionOf(field).origin === 'interval',
);

function tracedText(value: string | number | null, field: TracedField): string | null {
  if (value === null) return null;
  if (definitionOf(field).type === 'time') return formatTime(String(value));
  return typeof value === 'number' ? formatFieldNumber(field, value) : value;
}

type ShownMember = SensorMember & { readonly key: keyof SensorData };

/** Kinds of members in the order in which they are listed; identifiers follow. */
const kinds: readonly MemberKind[] = ['text', 'time', 'degrees', 'angle-point', 'wkt', 'index'];
const rankOf = ({ kind, copiedAs }: SensorMember) =>
  copiedAs === undefined ? kinds.indexOf(kind) : kinds.length;
const shownMembers: readonly ShownMember[] = sensorMembers.toSorted(
  (one, other) => rankOf(one) - rankOf(other),
);

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
  const brand = useSession((state) => state.session?.profile.brand) ?? 'svc';
  const rows = shownMembers
    .filter(({ key }) => detail || key !== 'footprint')
    .map((member): FieldRow => {
      const isFetched = isRequested(fields, `content.sensorData.${sensorMemberName(member, brand)}`);
      return {
        label: member.label.replace('{brand}', brand),
        value: shownValue(member, sensor, detail) ?? (isFetched ? null : texts.notFetched),
        tip: member.hint ?? '',
      };
    });
  return <FieldRows rows={rows} />;
}

function shownValue(member: ShownMember, sensor: SensorData, detail: DetectionDetail | null): ReactNode {
  const value = sensor[member.key];
  if (member.key === 'footprint') return detail?.footprint && <FootprintValue detail={detail} />;
  if (value === null || value === '') return null;
  if (member.copiedAs !== undefined) return <CopyValue what={member.copiedAs} value={String(value)} />;
  if (member.kind === 'degrees') return formatAngle(Number(value));
  if (member.kind === 'time') return formatTime(String(value));
  const reference = member.kind === 'angle-point' ? readAngleReference(String(value)) : null;
  return reference ? describeReference(reference, detail) : value;
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
