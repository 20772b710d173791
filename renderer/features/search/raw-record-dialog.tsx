import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApp } from '../../context/app-context.tsx';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';

import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import styles from './problems.module.css';
import { texts } from './texts.ts';

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
      title={texts.rawRecord.title(recordId ?? '')}
      size={760}
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
  if (!data) return <LoadingState label={texts.rawRecord.loading} />;
  const copied = texts.rawRecord.copy[state];
  return (
    <>
      {data.isCut ? <Note tone="warn">{texts.rawRecord.cut(data.bytes)}</Note> : null}
      <section aria-label={texts.rawRecord.label}>
        <pre className={styles.raw}>{data.text}</pre>
      </section>
      <TextButton onClick={() => copy(data.text)}>{copied}</TextButton>
    </>
  );
}
