import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApp } from '../../context/app-context.tsx';
import { useUi } from '../../context/use-stores.ts';
import { downloadFile } from '../../ui/download-file.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { texts } from './texts.ts';

/** Shows the diagnostics, and saves exactly what it shows. */
export function DiagnosticsDialog() {
  const { stores } = useApp();
  const isOpen = useUi((state) => state.dialog === 'diagnostics');
  const close = () => stores.ui.getState().closeDialog();
  return (
    <Modal opened={isOpen} onClose={close} title={texts.dialog.title} size={760}>
      {isOpen ? <Contents onDone={close} /> : null}
    </Modal>
  );
}

function Contents({ onDone }: { readonly onDone: () => void }) {
  const { api } = useApp();
  const { data, error, refetch } = useQuery({
    queryKey: ['diagnostics'],
    queryFn: async () => unwrap(await api.diagnostics.collect.mutate()),
    // The main process saves what it collected last, which must be what is shown.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { submit, isBusy, failure } = useSubmit(async () => {
    const saved = await api.diagnostics.save.mutate();
    if (!saved.ok) return saved.failure;
    if (!saved.value) return null;
    if (saved.value.downloadUrl !== undefined) downloadFile(saved.value.downloadUrl);
    notifyInfo(texts.dialog.saved);
    onDone();
    return null;
  });
  return (
    <Stack gap="sm">
      <p style={{ margin: 0 }}>{texts.dialog.about}</p>
      {error || data === undefined ? (
        <QueryState
          query={{ error, refetch }}
          title={texts.dialog.notCollected}
          loading={texts.dialog.loading}
        />
      ) : (
        <Textarea
          label={texts.dialog.contents}
          readOnly
          autosize
          minRows={6}
          maxRows={16}
          styles={{ input: { fontSize: 12, lineHeight: '17px' } }}
          value={data}
        />
      )}
      {failure ? <FailureNote failure={failure} title={texts.dialog.notSaved} /> : null}
      <Group gap="xs">
        <Button variant="filled" disabled={data === undefined} loading={isBusy} onClick={() => submit()}>
          {texts.dialog.save}
        </Button>
        <Button variant="default" onClick={onDone}>
          {texts.dialog.cancel}
        </Button>
      </Group>
    </Stack>
  );
}
