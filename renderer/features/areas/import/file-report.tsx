import type { ReactNode } from 'react';
import type { ImportNote } from '../../../../shared/areas/import-areas.ts';
import type { ImportedFile } from '../../../area-import/area-import.ts';
import { formatQuantity } from '../../../components/format.ts';
import { LoadingState } from '../../../components/loading-state.tsx';
import styles from './import.module.css';

/** One file of the import: what it gave, or why it gave nothing, and what was put right or left. */
export function FileReport({ file }: { readonly file: ImportedFile }) {
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

function outcomeOf(file: ImportedFile): ReactNode {
  switch (file.state) {
    case 'waiting':
      return <span className="muted">waits</span>;
    case 'reading':
      return <LoadingState label="Reading…" />;
    case 'read':
      return <span className="muted">{formatQuantity(file.areaCount, 'area')} found</span>;
    case 'rejected':
      return (
        <Refused>
          {file.error.message}
          {/* Most messages begin with their place. */}
          {file.error.message.includes(file.error.place) ? '' : ` (${file.error.place})`}
        </Refused>
      );
    case 'failed':
      return <Refused>{file.failure.message}</Refused>;
  }
}

function Refused({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.refused} role="alert">
      Nothing was taken. {children}
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
