import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AisFile } from '../../../shared/ais/ais-file.ts';
import { formatQuantity } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { useDock } from '../../context/use-stores.ts';
import dockView from '../../ui/dock-view.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './ais.module.css';
import { AisImportForm } from './ais-import-form.tsx';
import { AisPassTable } from './ais-pass-table.tsx';
import { aisTimeText } from './instant-text.ts';
import { PassContacts } from './pass-contacts.tsx';
import { texts } from './texts.ts';

/** The AIS files, and what came of matching each pass. */
export function AisView() {
  const { commands, stores, queries } = useApp();
  const files = useQuery(queries.ais.files.queryOptions());
  const overview = useQuery(queries.ais.outcomes.queryOptions());
  const undecided = useQuery(queries.ais.undecided.queryOptions()).data?.length ?? 0;
  const { preview, passKey } = useDock((state) => state.ais);
  const shown = overview.data?.passes.find((pass) => pass.passKey === passKey && pass.state !== 'unread');
  const close = () => stores.dock.getState().changeAis({ preview: null });
  const { view } = texts;
  const error = files.error ?? overview.error;
  return (
    <div className={dockView.view}>
      <div className={styles.controls}>
        <TextButton onClick={() => commands.run('ais.import')}>{texts.commands.import}</TextButton>
        {files.data?.length ? (
          <TextButton onClick={() => void commands.runWith('export.report', { kind: 'ais' })}>
            {view.report}
          </TextButton>
        ) : null}
        <span className="grow" />
        {undecided > 0 ? (
          <TextButton onClick={() => commands.run('ais.next-undecided')}>
            {view.undecided(formatQuantity(undecided, 'ambiguous match', 'ambiguous matches'))}
          </TextButton>
        ) : null}
      </div>
      {error || !files.data || !overview.data ? (
        <QueryState
          query={{ error, refetch: () => Promise.all([files.refetch(), overview.refetch()]) }}
          loading={view.loading}
        />
      ) : files.data.length === 0 ? (
        <EmptyState title={view.none.title} hint={view.none.hint} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to be scrolled by keys
        <section className={styles.scroll} aria-label={texts.title} data-region="table" tabIndex={0}>
          <FileList files={files.data} />
          <AisPassTable overview={overview.data} files={files.data} shown={shown} />
          {shown ? <PassContacts pass={shown} /> : null}
        </section>
      )}
      <Modal
        opened={preview !== null}
        onClose={close}
        title={texts.form.title(preview?.name ?? '')}
        size="xl"
      >
        {preview ? <AisImportForm key={preview.file} preview={preview} onDone={close} /> : null}
      </Modal>
    </div>
  );
}

function FileList({ files }: { readonly files: readonly AisFile[] }) {
  return (
    <ul className={styles.files} aria-label={texts.view.files}>
      {files.map((file) => (
        <li key={file.id}>
          <strong>{file.name}</strong>{' '}
          <span className="muted">
            {file.publisher ?? texts.view.publisherUnknown}
            {' · '}
            {texts.fileLine(
              formatQuantity(file.contacts, 'contact'),
              formatQuantity(file.accepted, 'report'),
              aisTimeText(file.fromMs),
              aisTimeText(file.toMs),
            )}
          </span>{' '}
          <RemoveAisFile file={file} />
        </li>
      ))}
    </ul>
  );
}

/** Removes a file once the user has confirmed it. */
function RemoveAisFile({ file }: { readonly file: AisFile }) {
  const { api } = useApp();
  const [isConfirming, setConfirming] = useState(false);
  const { view } = texts;
  const remove = async () => {
    const removed = await api.ais.removeFile.mutate(file.id);
    if (!removed.ok) notifyFailure(removed.failure, view.notRemoved);
  };
  if (!isConfirming)
    return (
      <TextButton aria-label={view.removeFile(file.name)} onClick={() => setConfirming(true)}>
        {view.remove}
      </TextButton>
    );
  return (
    <span role="alertdialog" aria-label={view.removeFile(file.name)}>
      {view.removeQuestion(file.name)}{' '}
      <TextButton autoFocus onClick={() => void remove()}>
        {view.remove}
      </TextButton>{' '}
      <TextButton onClick={() => setConfirming(false)}>{view.cancel}</TextButton>
    </span>
  );
}
