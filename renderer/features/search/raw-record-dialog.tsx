import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatBytes } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';

import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import styles from './problems.module.css';

/** A record as the service sent it, as text. */
export function RawRecordDialog({
  recordId,
  onClose,
}: {
  readonly recordId: string | null;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={recordId !== null}
      onClose={onClose}
      title={`Raw record ${recordId ?? ''}`}
      size={760}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {recordId === null ? null : <RawRecord recordId={recordId} />}
    </Modal>
  );
}

function RawRecord({ recordId }: { readonly recordId: string }) {
  const { api } = useApp();
  const { state, copy } = useCopy();
  const { data, error, refetch } = useQuery({
    queryKey: ['results', 'raw-record', recordId],
    queryFn: async () => unwrap(await api.problems.rawRecord.query(recordId)),
  });
  if (error) return <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label="Loading the record" />;
  const copied = { idle: 'Copy', copied: 'Copied', failed: 'Not copied' }[state];
  return (
    <>
      {data.isCut ? (
        <Note tone="warn">
          The record has {formatBytes(data.bytes)}; only the beginning is shown. An export of raw records
          includes all of it.
        </Note>
      ) : null}
      <section aria-label="Raw record">
        <pre className={styles.raw}>{data.text}</pre>
      </section>
      <TextButton onClick={() => copy(data.text)}>{copied}</TextButton>
    </>
  );
}
