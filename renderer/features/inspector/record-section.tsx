import { formatCount, formatTime } from '../../../shared/format.ts';
import type { DetectionDetail } from '../../../shared/results/detection.ts';
import { InspectorSection } from '../../context/inspector-section.tsx';
import { CopyValue, shortId } from '../../ui/copy-value.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';

import styles from './inspector.module.css';

/** The record of a detection, and the query that fetched it. */
export function RecordSection({ detail: { record } }: { readonly detail: DetectionDetail }) {
  const processors = record.processors.map(({ name, version }) =>
    version === null ? name : `${name} ${version}`,
  );
  return (
    <InspectorSection title="Record">
      <FieldRows
        rows={[
          { label: 'Uploaded', value: record.uploadTime && formatTime(record.uploadTime) },
          {
            label: 'Product',
            value: [record.productType, record.documentVersion].filter((part) => part !== null).join(' · '),
            tip: 'productType · documentVersion',
          },
          { label: 'Version', value: record.headerVersion, tip: 'header.version' },
          { label: 'Generator', value: record.generator },
          { label: 'Processors', value: processors.join(', ') },
          { label: 'Region', value: record.region },
          { label: 'QC status', value: record.qcStatus },
          { label: 'Detections', value: formatCount(record.detections), tip: 'In this record' },
          {
            label: 'Assigned ID',
            value: (
              <CopyValue what="assigned id" value={record.assignedId} shown={shortId(record.assignedId)} />
            ),
          },
          { label: 'Fetched', value: formatTime(record.fetchedAt) },
        ]}
      />
      <details className={styles.disclosure}>
        <summary>Query that fetched it</summary>
        <pre className={styles.json}>{record.queryText}</pre>
      </details>
    </InspectorSection>
  );
}
