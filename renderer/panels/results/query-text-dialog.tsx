import { Button, CopyButton, Modal } from '@mantine/core';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { useUi } from '../../app/use-stores.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import styles from './results.module.css';
import { useSearchPreview } from './use-search-preview.ts';

/** The text of the first query that Fetch would send. */
export function QueryTextDialog() {
  const { stores } = useApp();
  const opened = useUi((state) => state.dialog === 'query-text');
  return (
    <Modal
      opened={opened}
      onClose={() => stores.ui.getState().closeDialog()}
      title="Query text"
      size={680}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <QueryText />
    </Modal>
  );
}

function QueryText() {
  const { data, error, isPlaceholderData } = useSearchPreview();
  if (error) return <FailureNote failure={toFailure(error)} title="There is no query text." />;
  if (!data) return <LoadingState label="Writing the query text" />;
  return (
    <>
      <p className={styles.hint}>
        The body of the first request, as it is sent to the service. Later pages differ in their offset only.
      </p>
      <pre className={styles.queryText} aria-busy={isPlaceholderData}>
        {data.queryText}
      </pre>
      <CopyButton value={data.queryText}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
      </CopyButton>
    </>
  );
}
