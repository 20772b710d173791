import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { type ChipCacheStats, chipCacheLimitSchema } from '../../../shared/chips/chip-cache.ts';
import { formatBytes, formatCount, formatQuantity, formatTime } from '../../../shared/format.ts';
import { callApi } from '../../api/call-api.ts';
import { useApp } from '../../context/app-context.tsx';
import { useChipStats } from '../../context/use-chip-stats.ts';
import { CacheLimitForm } from '../../ui/cache-limit-form.tsx';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

/** The size and limit of the chip cache, and a button to clear it. */
export function ChipCacheSection() {
  const stats = useChipStats();
  return (
    <>
      <PanelHeading title="Image chips" />
      <p className="muted">
        Viewed and prefetched chips of all workspaces are cached on this disk. When the cache is full, the
        least recently used ones are removed.
      </p>
      {stats.error ? (
        <FailureNote failure={toFailure(stats.error)} onRetry={() => void stats.refetch()} />
      ) : stats.data ? (
        <ChipCache stats={stats.data} />
      ) : (
        <LoadingState label="Counting chips…" />
      )}
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
          { label: 'Cached', value: `${formatQuantity(files, 'chip')} of all workspaces` },
          { label: 'Size', value: `${formatBytes(bytes)} of ${formatBytes(limit)}` },
          {
            label: 'Oldest use',
            value: oldestUse === null ? null : formatTime(oldestUse),
            tip: 'Last use of the least recently used chip',
          },
          {
            label: 'Not available yet',
            value: formatCount(absent),
            tip: 'Chips that the image store did not have. They are requested again at increasing intervals.',
          },
        ]}
      />
      <CacheLimitForm
        key={limit}
        name="chip cache"
        limit={limit}
        schema={chipCacheLimitSchema}
        submitLabel="Save limit"
        onSave={async (bytesLimit) => {
          const saved = await callApi(() => api.chips.setLimit.mutate(bytesLimit));
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
    notifyInfo('The chip cache is empty.');
    return null;
  });

  return (
    <>
      <Button variant="default" mb="md" disabled={files === 0} onClick={() => setConfirming(true)}>
        Clear…
      </Button>
      <Modal
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title="Clear the chip cache?"
        size={420}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="sm">
          <p style={{ margin: 0 }}>
            {formatQuantity(files, 'chip')} ({formatBytes(bytes)}) will be deleted from this disk for all
            accounts. They can be fetched again while the service has them.
          </p>
          {failure ? <FailureNote failure={failure} title="The chip cache was not cleared." /> : null}
          <Group gap="xs">
            <Button color="red" loading={isBusy} onClick={() => submit()}>
              Clear the cache
            </Button>
            <Button variant="default" data-autofocus onClick={() => setConfirming(false)}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
