import { Anchor, Button, Loader, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconClockPause,
  IconCloudOff,
  IconKey,
  IconLock,
  IconPhotoOff,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../app/app-context.tsx';
import { useResults, useReview } from '../../app/use-stores.ts';
import { StretchControls, ZoomControls } from '../../components/chip/chip-controls.tsx';
import { ChipFrame } from '../../components/chip/chip-frame.tsx';
import type { ChipImage } from '../../components/chip/chip-image.ts';
import type { LaterChip, ShelvedChip } from '../../components/chip/chip-shelf.ts';
import { pixelForPixel } from '../../components/chip/chip-view.ts';
import { absenceTexts } from '../../components/chip/fetch-chip.ts';
import { useShelvedChip } from '../../components/chip/use-shelved-chip.ts';
import { nominalChipMetres } from '../../map/sync-focus.ts';
import styles from './chip-view.module.css';

/** While somebody looks, a chip that is not there yet is asked for again so often. */
const askForAbsentMs = 60_000;

type Absence = Exclude<ShelvedChip, { kind: 'image' | 'loading' }>;

const absenceIcons = {
  none: { Icon: IconPhotoOff, color: 'dimmed' },
  absent: { Icon: IconClockPause, color: 'cyan' },
  forbidden: { Icon: IconLock, color: 'red' },
  'sign-in-needed': { Icon: IconKey, color: 'yellow' },
  offline: { Icon: IconCloudOff, color: 'yellow' },
  failed: { Icon: IconAlertTriangle, color: 'red' },
} as const;

/** The chip of one detection, or why there is none; large with all that can be done to look at it, or small. */
export function ChipView({
  detectionId,
  isLarge,
  lengthMetres,
}: {
  readonly detectionId: number;
  readonly isLarge: boolean;
  /** How long the detection is said to be; null where it is not. */
  readonly lengthMetres: number | null;
}) {
  const { chips } = useApp();
  const chip = useShelvedChip(chips.large, detectionId);
  const isAbsent = chip.kind === 'absent';
  useEffect(() => {
    if (!isAbsent) return;
    const timer = setInterval(() => chips.large.askAgain(['absent']), askForAbsentMs);
    return () => clearInterval(timer);
  }, [isAbsent, chips]);
  return (
    <section
      aria-label="Chip"
      data-chip={chip.kind}
      data-detection={detectionId}
      className={styles.chip}
      data-large={isLarge || undefined}
    >
      <div className={styles.frame}>
        {chip.kind === 'loading' ? (
          <div className={styles.absence}>
            <Loader size="sm" />
            <Text c="dimmed">Fetching the chip…</Text>
          </div>
        ) : chip.kind !== 'image' ? (
          <AbsentChip absence={chip} retry={(kind) => chips.large.askAgain([kind])} />
        ) : isLarge ? (
          <LargeChip detectionId={detectionId} image={chip.image} lengthMetres={lengthMetres} />
        ) : (
          <SmallChip detectionId={detectionId} image={chip.image} />
        )}
      </div>
      <ChipCaption image={chip.kind === 'image' ? chip.image : null} isLarge={isLarge} />
      {isLarge ? <ChipContrast image={chip.kind === 'image' ? chip.image : null} /> : null}
    </section>
  );
}

function SmallChip({ detectionId, image }: { readonly detectionId: number; readonly image: ChipImage }) {
  const look = useReview((state) => state.stretch);
  const view = useReview((state) => state.view);
  return <ChipFrame image={image} name={`Chip of detection ${detectionId}`} look={{ stretch: look, view }} />;
}

function LargeChip({
  detectionId,
  image,
  lengthMetres,
}: {
  readonly detectionId: number;
  readonly image: ChipImage;
  readonly lengthMetres: number | null;
}) {
  const { review } = useApp().stores;
  const stretch = useReview((state) => state.stretch);
  const view = useReview((state) => state.view);
  const [dragsWindow, setDragsWindow] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div ref={frame} className={styles.large}>
      <ChipFrame
        image={image}
        name={`Chip of detection ${detectionId}`}
        look={{ stretch, view }}
        onLook={(look) => review.setState(look)}
        dragsWindow={dragsWindow}
        ground={{ width: nominalChipMetres, length: lengthMetres }}
      />
      <ZoomControls
        view={view}
        actualSize={() => {
          const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {};
          return width > 0 ? pixelForPixel(view, image, { width, height }, devicePixelRatio) : null;
        }}
        onLook={(look) => review.setState(look)}
        dragsWindow={dragsWindow}
        onDragsWindow={setDragsWindow}
      />
    </div>
  );
}

function ChipContrast({ image }: { readonly image: ChipImage | null }) {
  const { review } = useApp().stores;
  const stretch = useReview((state) => state.stretch);
  return (
    <StretchControls
      stretch={stretch}
      image={image}
      onStretch={(next) => review.setState({ stretch: next })}
    />
  );
}

function ChipCaption({ image, isLarge }: { readonly image: ChipImage | null; readonly isLarge: boolean }) {
  const { stores } = useApp();
  const onMap = useResults((state) => state.chipOnMap);
  if (!image) return <div className={styles.caption} />;
  return (
    <div className={styles.caption}>
      <Text c="dimmed">
        Chip cached · {image.fileWidth} × {image.fileHeight}
        {image.bitDepth > 8 ? (
          <span title="Browsers read eight of them. The file stays as it is.">
            {' '}
            · {image.bitDepth} bits, shown in 8
          </span>
        ) : null}
        {isLarge ? ` · ${nominalChipMetres} m wide, north up: nominal` : null}
      </Text>
      <Anchor
        component="button"
        type="button"
        aria-pressed={onMap}
        onClick={() => stores.results.getState().setChipOnMap(!onMap)}
      >
        {onMap ? 'Remove from map' : 'Place on map'}
      </Anchor>
    </div>
  );
}

function AbsentChip({
  absence,
  retry,
}: {
  readonly absence: Absence;
  readonly retry: (kind: LaterChip) => void;
}) {
  const { kind } = absence;
  const { Icon, color } = absenceIcons[kind];
  const { title, advice } = absenceTexts[kind];
  return (
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
      {kind !== 'none' && (
        <Button size="compact-xs" variant="default" onClick={() => retry(kind)}>
          Retry
        </Button>
      )}
    </div>
  );
}
