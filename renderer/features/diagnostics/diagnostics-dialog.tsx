import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeChecks } from '../../../shared/settings/machine-check.ts';
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
      <Checks />
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

/** Checks the computer at a click, since that writes to its keychain and connects to the service. */
function Checks() {
  const { api } = useApp();
  const [report, setReport] = useState<string | null>(null);
  const { submit, isBusy, failure } = useSubmit(async () => {
    const checked = await api.diagnostics.check.mutate({ webgl: webglRenderer() });
    if (!checked.ok) return checked.failure;
    const { versions, checks } = checked.value;
    setReport(`${versions}\n\n${describeChecks(checks)}`);
    return null;
  });
  return (
    <>
      <p style={{ margin: 0 }}>{texts.checks.about}</p>
      <Group gap="xs">
        <Button variant="default" loading={isBusy} onClick={() => submit()}>
          {texts.checks.run}
        </Button>
      </Group>
      {report === null ? null : (
        <Textarea label={texts.checks.result} readOnly autosize minRows={6} maxRows={16} value={report} />
      )}
      {failure ? <FailureNote failure={failure} title={texts.checks.failed} /> : null}
    </>
  );
}

/** The renderer of WebGL 2 in this window; null where nothing does. */
function webglRenderer(): string | null {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return null;
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  return String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER)).slice(0, 1000);
}
