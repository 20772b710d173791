import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { toFailure, unwrap } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatBytes } from '../../components/format.ts';
import { LoadingState } from '../../components/loading-state.tsx';
import { Note } from '../../components/note.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { useCopy } from '../../components/use-copy.ts';
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
      title={`Record ${recordId ?? ''} as it came`}
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
  if (!data) return <LoadingState label="Reading the record" />;
  const copied = { idle: 'Copy', copied: 'Copied', failed: 'Not copied' }[state];
  return (
    <>
      {data.isCut ? (
        <Note tone="warn">
          The record has {formatBytes(data.bytes)}; its beginning is shown. An export of raw records has all
          of it.
        </Note>
      ) : null}
      <section aria-label="Raw record">
        <pre className={styles.raw}>{data.text}</pre>
      </section>
      <TextButton onClick={() => copy(data.text)}>{copied}</TextButton>
    </>
  );
}
