import { Button, Group, Modal, NumberInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type ChipCacheStats, chipCacheLimitSchema } from '../../../shared/chips/chip-cache.ts';
import { ask } from '../../api/ask.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useChipStats } from '../../api/use-chip-stats.ts';
import { useApp } from '../../app/app-context.tsx';
import { notifyFailure, notifyInfo } from '../../app/notify.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FieldRows } from '../../components/field-rows.tsx';
import { formatBytes, formatCount, formatQuantity, formatUtc } from '../../components/format.ts';
import { LoadingState } from '../../components/loading-state.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';

const bytesPerGigabyte = 1e9;

/** How much the chip cache holds and may hold, and its clearing. */
export function ChipCacheSection() {
  const stats = useChipStats();
  return (
    <>
      <PanelHeading title="Image chips" />
      <p className="muted">
        Chips that were seen or fetched ahead stay on this disk. When the cache is full, those not used for
        longest make room.
      </p>
      {stats.error ? (
        <FailureNote failure={toFailure(stats.error)} onRetry={() => void stats.refetch()} />
      ) : stats.data ? (
        <ChipCache stats={stats.data} />
      ) : (
        <LoadingState label="Counting the chips" />
      )}
    </>
  );
}

function ChipCache({ stats }: { readonly stats: ChipCacheStats }) {
  const { files, bytes, limit, oldestUse, absent } = stats;
  return (
    <>
      <FieldRows
        rows={[
          { label: 'Cached', value: formatQuantity(files, 'chip') },
          { label: 'Size', value: `${formatBytes(bytes)} of ${formatBytes(limit)}` },
          {
            label: 'Oldest use',
            value: oldestUse === null ? null : formatUtc(oldestUse),
            tip: 'When the chip was used that was not used for longest',
          },
          {
            label: 'Not there yet',
            value: formatCount(absent),
            tip: 'Chips that the image store did not have. They are asked for again, ever more seldom.',
          },
        ]}
      />
      <LimitForm key={limit} limit={limit} />
      <ClearButton files={files} bytes={bytes} />
    </>
  );
}

function LimitForm({ limit }: { readonly limit: number }) {
  const { api } = useApp();
  const [gigabytes, setGigabytes] = useState<number | string>(limit / bytesPerGigabyte);
  const wanted = chipCacheLimitSchema.safeParse(Math.round(Number(gigabytes) * bytesPerGigabyte));
  const isEmpty = gigabytes === '';
  const error = isEmpty ? 'Enter a size.' : wanted.success ? null : wanted.error.issues[0]?.message;

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isEmpty || !wanted.success) return;
    const { data } = wanted;
    const saved = await ask(() => api.chips.setLimit.mutate(data));
    if (!saved.ok) notifyFailure(saved.failure, 'The limit was not changed.');
    else notifyInfo(`The chip cache may hold ${formatBytes(data)} now.`);
  }

  return (
    <form onSubmit={(event) => void save(event)}>
      <Group gap="xs" my="xs" align="flex-end" wrap="nowrap">
        <NumberInput
          label="Limit (GB)"
          value={gigabytes}
          onChange={setGigabytes}
          min={0}
          decimalScale={3}
          hideControls
          error={error}
          style={{ flexGrow: 1 }}
        />
        <Button type="submit" disabled={Boolean(error) || Number(gigabytes) * bytesPerGigabyte === limit}>
          Save limit
        </Button>
      </Group>
    </form>
  );
}

function ClearButton({ files, bytes }: { readonly files: number; readonly bytes: number }) {
  const { api } = useApp();
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);

  async function clear() {
    setBusy(true);
    const cleared = await ask(() => api.chips.clear.mutate());
    setBusy(false);
    setAsks(false);
    if (!cleared.ok) notifyFailure(cleared.failure, 'The chip cache was not cleared.');
    else notifyInfo('The chip cache is empty.');
  }

  return (
    <>
      <Button variant="default" mb="md" disabled={files === 0} onClick={() => setAsks(true)}>
        Clear…
      </Button>
      <Modal
        opened={asks}
        onClose={() => setAsks(false)}
        title="Clear the chip cache?"
        size={420}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="sm">
          <p style={{ margin: 0 }}>
            {formatQuantity(files, 'chip')} ({formatBytes(bytes)}) will be deleted from this disk, of all
            accounts. They can be fetched again as long as the service has them.
          </p>
          <Group gap="xs">
            <Button color="red" loading={busy} onClick={() => void clear()}>
              Clear the cache
            </Button>
            <Button variant="default" data-autofocus onClick={() => setAsks(false)}>
              Keep the chips
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
