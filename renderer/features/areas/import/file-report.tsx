import type { ReactNode } from 'react';
import type { ImportNote } from '../../../../shared/areas/import-areas.ts';
import { formatQuantity } from '../../../../shared/format.ts';
import type { ImportFile } from '../../../stores/area-import.ts';
import { LoadingState } from '../../../ui/loading-state.tsx';

import styles from './import.module.css';

/** One imported file: the areas found or the reason of rejection, and what was fixed or skipped. */
export function FileReport({ file }: { readonly file: ImportFile }) {
  return (
    <li className={styles.file}>
      <strong className={styles.fileName} title={file.name}>
        {file.name}
      </strong>
      {outcomeOf(file)}
      {'notes' in file ? <Notes notes={file.notes} /> : null}
    </li>
  );
}

function outcomeOf(file: ImportFile): ReactNode {
  switch (file.state) {
    case 'waiting':
      return <span className="muted">Waiting</span>;
    case 'reading':
      return <LoadingState label="Loading…" />;
    case 'read':
      return <span className="muted">{formatQuantity(file.areaCount, 'area')} found</span>;
    case 'rejected':
      return (
        <RejectionText>
          {file.error.message}
          {/* Most messages already contain the location. */}
          {file.error.message.includes(file.error.place) ? '' : ` (${file.error.place})`}
        </RejectionText>
      );
    case 'failed':
      return <RejectionText>{file.failure.message}</RejectionText>;
  }
}

function RejectionText({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.refused} role="alert">
      Nothing was imported. {children}
    </span>
  );
}

function Notes({ notes }: { readonly notes: readonly ImportNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes} aria-label="What was fixed or skipped">
      {notes.map(({ code, message }) => (
        <li key={`${code} ${message}`}>{message}</li>
      ))}
    </ul>
  );
}
