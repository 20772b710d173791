import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ChipCacheStats, chipCacheLimitSchema } from '../../../shared/chips/chip-cache.ts';
import { formatCount, formatTime } from '../../../shared/format.ts';
import type { SessionState } from '../../../shared/session/session-state.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession } from '../../context/use-stores.ts';
import { CacheLimitForm } from '../../ui/cache-limit-form.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { texts } from './texts.ts';

/** Storage of the sign-in token. */
export function StorageSection() {
  const session = useSession((state) => state.session);
  return (
    <>
      <PanelHeading title={texts.signIn.title} />
      <FieldRows rows={[{ label: texts.signIn.label, value: session && describeTokenStorage(session) }]} />
    </>
  );
}

function describeTokenStorage({ tokenStorage, keychainProblem }: SessionState): string {
  switch (tokenStorage) {
    case 'keychain':
      return texts.signIn.keychain;
    case 'memory':
      return texts.signIn.memory(keychainProblem);
    case 'none':
      return keychainProblem ? texts.signIn.signedOutBecause(keychainProblem) : texts.signIn.signedOut;
  }
}

/** The size and limit of the chip cache, and a button to clear it. */
export function ChipCacheSection() {
  const stats = useQuery(useApp().queries.chips.stats.queryOptions());
  return (
    <>
      <PanelHeading title={texts.chipCache.title} />
      <p className="muted">{texts.chipCache.about}</p>
      <QueryState query={stats} loading={texts.chipCache.loading} />
      {stats.data && !stats.error ? <ChipCache stats={stats.data} /> : null}
    </>
  );
}

function ChipCache({ stats }: { readonly stats: ChipCacheStats }) {
  const { api } = useApp();
  const { files, bytes, limit, oldestUse, absent } = stats;
  return (
    <>
      <FieldRows
        rows={[
          { label: texts.chipCache.cached, value: texts.chipCache.files(files) },
          { label: texts.chipCache.size, value: texts.chipCache.sizeOfLimit(bytes, limit) },
          {
            label: texts.chipCache.oldestUse,
            value: oldestUse === null ? null : formatTime(oldestUse),
            tip: texts.chipCache.oldestUseHint,
          },
          {
            label: texts.chipCache.absent,
            value: formatCount(absent),
            tip: texts.chipCache.absentHint,
          },
        ]}
      />
      <CacheLimitForm
        key={limit}
        name={texts.chipCache.name}
        limit={limit}
        schema={chipCacheLimitSchema}
        submitLabel={texts.chipCache.saveLimit}
        onSave={async (bytesLimit) => {
          const saved = await api.chips.setLimit.mutate(bytesLimit);
          return saved.ok ? null : saved.failure;
        }}
      />
      <ClearButton files={files} bytes={bytes} />
    </>
  );
}

function ClearButton({ files, bytes }: { readonly files: number; readonly bytes: number }) {
  const { api } = useApp();
  const [isConfirming, setConfirming] = useState(false);
  const { submit, isBusy, failure } = useSubmit(async () => {
    const cleared = await api.chips.clear.mutate();
    if (!cleared.ok) return cleared.failure;
    setConfirming(false);
    notifyInfo(texts.chipCache.cleared);
    return null;
  });

  return (
    <>
      <Button variant="default" mb="md" disabled={files === 0} onClick={() => setConfirming(true)}>
        {texts.chipCache.clear}
      </Button>
      <Modal
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={texts.chipCache.confirm}
        size={420}
      >
        <Stack gap="sm">
          <p style={{ margin: 0 }}>{texts.chipCache.confirmText(files, bytes)}</p>
          {failure ? <FailureNote failure={failure} title={texts.chipCache.notCleared} /> : null}
          <Group gap="xs">
            <Button color="red" loading={isBusy} onClick={() => submit()}>
              {texts.chipCache.clearNow}
            </Button>
            <Button variant="default" data-autofocus onClick={() => setConfirming(false)}>
              {texts.chipCache.cancel}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
