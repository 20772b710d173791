import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import styles from './settings.module.css';
import { texts } from './texts.ts';

/** The licenses of all packages that the app contains. */
export function NoticesDialog(props: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Modal
      {...props}
      title={texts.about.licensesTitle}
      size={760}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {props.opened ? <Notices /> : null}
    </Modal>
  );
}

function Notices() {
  const { data, error, refetch } = useQuery({ queryKey: ['notices'], queryFn: fetchNotices });
  if (error) return <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState label={texts.about.licensesLoading} />;
  return (
    <section aria-label={texts.about.licensesText}>
      <pre className={styles.notices}>{data}</pre>
    </section>
  );
}

/** Fetches the licenses. `npm run build` writes the file; in development it does not exist. */
async function fetchNotices(): Promise<string> {
  const response = await fetch('/third-party-notices.txt');
  const isText = response.headers.get('content-type')?.startsWith('text/plain');
  if (!response.ok || !isText) throw new Error(texts.about.licensesMissing);
  return response.text();
}
