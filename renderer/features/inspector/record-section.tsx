import { readFileProvenance } from '../../../shared/exchange/file-provenance.ts';
import { formatCount, formatTime } from '../../../shared/format.ts';
import { definitionOf, type TracedField, tracedFields } from '../../../shared/results/builtin-fields.ts';
import type { DetectionDetail } from '../../../shared/results/detection.ts';
import { InspectorSection } from '../../context/inspector-section.tsx';
import { CopyValue, shortId } from '../../ui/copy-value.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';

import styles from './inspector.module.css';
import { texts } from './texts.ts';

/** The record of a detection, and the query that fetched it or the file it was imported from. */
export function RecordSection({ detail: { detection, record } }: { readonly detail: DetectionDetail }) {
  const processors = record.processors.map(({ name, version }) =>
    version === null ? name : `${name} ${version}`,
  );
  const fileName = readFileProvenance(record.queryText);
  return (
    <InspectorSection title={texts.record.title}>
      <FieldRows
        rows={[
          { label: texts.record.uploaded, value: record.uploadTime && formatTime(record.uploadTime) },
          {
            label: texts.record.product,
            value: [record.productType, record.documentVersion].filter((part) => part !== null).join(' · '),
            tip: texts.record.productHint,
          },
          { label: texts.record.version, value: record.headerVersion, tip: texts.record.versionHint },
          { label: texts.record.generator, value: record.generator },
          ...recordFields.map((field) => ({
            label: definitionOf(field).label,
            value: tracedText(detection.traced[field], field),
            tip: definitionOf(field).description,
          })),
          { label: texts.record.processors, value: processors.join(', ') },
          { label: texts.record.region, value: record.region },
          { label: texts.record.qcStatus, value: record.qcStatus },
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
}

/** When the record was generated, and the hours between its times. */
const recordFields = tracedFields.filter(
  (field) => field === 'generated' || definitionOf(field).origin === 'interval',
);

function tracedText(value: string | number | null, field: TracedField): string | null {
  if (value === null) return null;
  const { type, unit } = definitionOf(field);
  if (type === 'time') return formatTime(String(value));
  return typeof value === 'number' ? `${value.toFixed(1)} ${unit ?? ''}`.trim() : value;
}
