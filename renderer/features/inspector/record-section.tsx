import { memo } from 'react';
import { readFileProvenance } from '../../../shared/exchange/file-provenance.ts';
import { formatCount, formatTime } from '../../../shared/format.ts';
import {
  definitionOf,
  isFieldFetched,
  type TracedField,
  tracedFields,
} from '../../../shared/results/builtin-fields.ts';
import type { DetectionDetail } from '../../../shared/results/detection.ts';
import { isRequested } from '../../../shared/results/field-list.ts';
import { formatFieldNumber } from '../../../shared/results/field-number.ts';
import { shortId } from '../../../shared/short-id.ts';
import { InspectorSection } from '../../context/inspector-section.tsx';
import { useSettingsOfFormats } from '../../context/use-stores.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';

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
