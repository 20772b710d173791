import { Button, CopyButton } from '@mantine/core';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { QueryTextEditor } from './query-text-editor.tsx';
import styles from './results.module.css';
import { ResultsDialog } from './results-dialog.tsx';
import { texts } from './texts.ts';
import { useSearchPreview } from './use-search-preview.ts';

/** The query of the form as editable text, and the first request that will be sent. */
export function QueryTextDialog() {
  return (
    <ResultsDialog name="query-text" title={texts.queryText.title} size={760}>
      <QueryTextEditor />
      <details className={styles.sent}>
        <summary className={styles.sentSummary}>{texts.queryText.firstRequest}</summary>
        <FirstRequest />
      </details>
    </ResultsDialog>
  );
}

function FirstRequest() {
  const { data, error, isPlaceholderData } = useSearchPreview();
  if (error) return <FailureNote failure={toFailure(error)} title={texts.queryText.noText} />;
  if (!data) return <LoadingState label={texts.queryText.generating} />;
  return (
    <>
      <p className={styles.hint}>{texts.queryText.paging}</p>
      <pre className={styles.queryText} aria-busy={isPlaceholderData}>
        {data.queryText}
      </pre>
      <CopyButton value={data.queryText}>
        {({ copied, copy }) => (
          <Button onClick={copy}>{copied ? texts.queryText.copied : texts.queryText.copyRequest}</Button>
        )}
      </CopyButton>
    </>
  );
}
