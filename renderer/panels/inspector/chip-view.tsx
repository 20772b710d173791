import { Anchor, Button, Loader, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconClockPause,
  IconCloudOff,
  IconKey,
  IconLock,
  IconPhotoOff,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/app-context.tsx';
import { absenceTexts, type FetchedChip, fetchChip } from '../../components/chip/fetch-chip.ts';
import styles from './chip-view.module.css';

/** While somebody looks, a chip that is not there yet is asked for again so often. */
const askForAbsentMs = 60_000;

type Absence = Exclude<FetchedChip, { kind: 'image' }>;

const absenceIcons = {
  none: { Icon: IconPhotoOff, color: 'dimmed' },
  absent: { Icon: IconClockPause, color: 'cyan' },
  forbidden: { Icon: IconLock, color: 'red' },
  'sign-in-needed': { Icon: IconKey, color: 'yellow' },
  offline: { Icon: IconCloudOff, color: 'yellow' },
  failed: { Icon: IconAlertTriangle, color: 'red' },
} as const;

/** The chip of one detection, or why there is none. Give it a `key` of the detection's id. */
export function ChipView({ detectionId }: { readonly detectionId: number }) {
  const { stores } = useApp();
  const session = useStore(stores.session, ({ session }) => session);
  const chip = useQuery({
    queryKey: ['chips', detectionId],
    queryFn: ({ signal }) => fetchChip(detectionId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.kind === 'absent' ? askForAbsentMs : false),
  });
  const { data, refetch } = chip;

  // What was out of reach may not be after signing in or coming online.
  const access = `${session?.status} ${session?.connection}`;
  const [askedWith, setAskedWith] = useState(access);
  useEffect(() => {
    if (access === askedWith) return;
    setAskedWith(access);
    if (data && ['sign-in-needed', 'offline', 'forbidden'].includes(data.kind)) void refetch();
  }, [access, askedWith, data, refetch]);

  if (!data || (chip.isFetching && data.kind !== 'image')) return <LoadingChip />;
  if (data.kind === 'image') return <ChipImage blob={data.blob} />;
  return <AbsentChip absence={data} retry={() => void refetch()} />;
}

function LoadingChip() {
  return (
    <section aria-label="Chip" data-chip="loading">
      <div className={styles.frame}>
        <div className={styles.absence}>
          <Loader size="sm" />
          <Text c="dimmed">Fetching the chip…</Text>
        </div>
      </div>
      <div className={styles.caption} />
    </section>
  );
}

function ChipImage({ blob }: { readonly blob: Blob }) {
  const { stores } = useApp();
  const onMap = useStore(stores.results, ({ chipOnMap }) => chipOnMap);
  const [url, setUrl] = useState<string>();
  const [size, setSize] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return (
    <section aria-label="Chip" data-chip="image">
      <div className={styles.frame}>
        {url && (
          <img
            src={url}
            alt="Radar chip of the detection"
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize(` · ${naturalWidth} × ${naturalHeight}`)
            }
          />
        )}
      </div>
      <div className={styles.caption}>
        <Text c="dimmed">Chip cached{size}</Text>
        <Anchor
          component="button"
          type="button"
          aria-pressed={onMap}
          title="K"
          onClick={() => stores.results.getState().setChipOnMap(!onMap)}
        >
          {onMap ? 'Remove from map' : 'Place on map'}
        </Anchor>
      </div>
    </section>
  );
}

function AbsentChip({ absence, retry }: { readonly absence: Absence; readonly retry: () => void }) {
  const { Icon, color } = absenceIcons[absence.kind];
  const { title, advice } = absenceTexts[absence.kind];
  return (
    <section aria-label="Chip" data-chip={absence.kind}>
      <div className={styles.frame}>
        <div className={styles.absence}>
          <Text c={color} span lh={0}>
            <Icon size={28} stroke={1.5} />
          </Text>
          <Text fw={600} c={color}>
            {title}
          </Text>
          {[advice, absence.reason].map(
            (line) =>
              line && (
                <Text key={line} c="dimmed" size="xs">
                  {line}
                </Text>
              ),
          )}
          {absence.kind !== 'none' && (
            <Button size="compact-xs" variant="default" onClick={retry}>
              Retry
            </Button>
          )}
        </div>
      </div>
      <div className={styles.caption} />
    </section>
  );
}
