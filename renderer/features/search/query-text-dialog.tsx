import { Button, CopyButton } from '@mantine/core';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { QueryTextEditor } from './query-text-editor.tsx';
import styles from './results.module.css';
import { ResultsDialog } from './results-dialog.tsx';
import { useSearchPreview } from './use-search-preview.ts';

/** The query of the form as editable text, and the first request that will be sent. */
export function QueryTextDialog() {
  return (
    <ResultsDialog name="query-text" title="Query text" size={760}>
      <QueryTextEditor />
      <details className={styles.sent}>
        <summary className={styles.sentSummary}>First request sent for this form</summary>
        <FirstRequest />
      </details>
    </ResultsDialog>
  );
}

function FirstRequest() {
  const { data, error, isPlaceholderData } = useSearchPreview();
  if (error) return <FailureNote failure={toFailure(error)} title="No query text is available." />;
  if (!data) return <LoadingState label="Generating the query text…" />;
  return (
    <>
      <p className={styles.hint}>
        Sightline adds paging and limits the upload time to before the start of the fetch, so that new records
        cannot shift the pages. Later pages differ only in their offset.
      </p>
      <pre className={styles.queryText} aria-busy={isPlaceholderData}>
        {data.queryText}
      </pre>
      <CopyButton value={data.queryText}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy request'}</Button>}
      </CopyButton>
    </>
  );
}
