import { Button, Group, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { tileCacheLimitSchema } from '../../../../shared/map-sources/map-source-state.ts';
import { ask } from '../../../api/ask.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../app/app-context.tsx';
import { notifyFailure, notifyInfo } from '../../../app/notify.tsx';
import { formatBytes } from '../../../components/format.ts';
import { TextButton } from '../../../components/text-button.tsx';
import styles from './sources.module.css';

const bytesPerGigabyte = 1e9;

/** How much all kept tiles take, and how much they may. */
export function TileCacheForm() {
  const { api } = useApp();
  const stats = useQuery({
    queryKey: queryKeys.tileCache(),
    queryFn: () => api.mapSources.cacheStats.query(),
  });
  const [isOpen, setIsOpen] = useState(false);
  if (!stats.data) return null;
  const { bytes, limit } = stats.data;
  return (
    <>
      <p className={styles.facts}>
        Tiles on this disk: {formatBytes(bytes)} of {formatBytes(limit)}.{' '}
        {isOpen ? null : <TextButton onClick={() => setIsOpen(true)}>Change the limit</TextButton>}
      </p>
      {isOpen ? <LimitForm limit={limit} onDone={() => setIsOpen(false)} /> : null}
    </>
  );
}

function LimitForm({ limit, onDone }: { readonly limit: number; readonly onDone: () => void }) {
  const { api } = useApp();
  const [gigabytes, setGigabytes] = useState<number | string>(limit / bytesPerGigabyte);
  const wanted = tileCacheLimitSchema.safeParse(Math.round(Number(gigabytes) * bytesPerGigabyte));
  const error = gigabytes === '' ? 'Enter a size.' : wanted.success ? null : wanted.error.issues[0]?.message;

  async function save(event: FormEvent) {
    event.preventDefault();
    if (gigabytes === '' || !wanted.success) return;
    const saved = await ask(() => api.mapSources.setCacheLimit.mutate(wanted.data));
    if (!saved.ok) return notifyFailure(saved.failure, 'The limit was not changed.');
    notifyInfo(`Kept tiles may take ${formatBytes(wanted.data)} now.`);
    onDone();
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
        <Button type="submit" disabled={Boolean(error)}>
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </Group>
    </form>
  );
}
