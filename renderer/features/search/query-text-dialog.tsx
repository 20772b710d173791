import { Button, CopyButton } from '@mantine/core';
import { toFailure } from '../../api/failure-error.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { QueryTextEditor } from './query-text-editor.tsx';
import styles from './results.module.css';
import { ResultsDialog } from './results-dialog.tsx';
import { useSearchPreview } from './use-search-preview.ts';

/** What the form asks for as text that can be edited, and the first request as it goes out. */
export function QueryTextDialog() {
  return (
    <ResultsDialog name="query-text" title="Query text" size={760}>
      <QueryTextEditor />
      <details className={styles.sent}>
        <summary className={styles.sentSummary}>The first request, as it is sent for the form</summary>
        <FirstRequest />
      </details>
    </ResultsDialog>
  );
}

function FirstRequest() {
  const { data, error, isPlaceholderData } = useSearchPreview();
  if (error) return <FailureNote failure={toFailure(error)} title="There is no query text." />;
  if (!data) return <LoadingState label="Writing the query text" />;
  return (
    <>
      <p className={styles.hint}>
        Sightline adds the page and holds the upload time below the start of the fetch, so that new records
        cannot shift the pages. Later pages differ in their offset only.
      </p>
      <pre className={styles.queryText} aria-busy={isPlaceholderData}>
        {data.queryText}
      </pre>
      <CopyButton value={data.queryText}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy the request'}</Button>}
      </CopyButton>
    </>
  );
}
