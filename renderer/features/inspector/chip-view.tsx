import { Anchor, Button, Loader, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconClockPause,
  IconCloudOff,
  IconKey,
  IconLock,
  IconPhotoOff,
} from '@tabler/icons-react';
import {
  type ComponentProps,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useRef,
  useState,
} from 'react';
import { metersPerPixel } from '../../../shared/chips/chip-calibration.ts';
import { useApp } from '../../context/app-context.tsx';
import { useChipCalibration } from '../../context/use-chip-calibration.ts';
import { useResults, useReview } from '../../context/use-stores.ts';
import {
  absenceTexts,
  type CachedChip,
  type RetryableChipKind,
  useCachedChip,
} from '../../ui/chip/chip-cache.ts';
import { StretchControls, ZoomControls } from '../../ui/chip/chip-controls.tsx';
import { type ChipDisplay, ChipFrame } from '../../ui/chip/chip-frame.tsx';
import type { ChipImage } from '../../ui/chip/chip-image.ts';
import { type ChipLine, initialLine, lineLength } from '../../ui/chip/chip-line.ts';
import { pixelForPixel } from '../../ui/chip/chip-viewport.ts';
import { ChipCalibrationForm, ChipCalibrationStatus } from './chip-calibration.tsx';
import styles from './chip-view.module.css';
import { texts } from './texts.ts';

type Absence = Exclude<CachedChip, { kind: 'image' | 'loading' }>;

const absenceIcons = {
  none: { Icon: IconPhotoOff, color: 'dimmed' },
  absent: { Icon: IconClockPause, color: 'var(--accent)' },
  forbidden: { Icon: IconLock, color: 'var(--bad)' },
  'sign-in-needed': { Icon: IconKey, color: 'var(--warn)' },
  offline: { Icon: IconCloudOff, color: 'var(--warn)' },
  failed: { Icon: IconAlertTriangle, color: 'var(--bad)' },
} as const;

/** The chip of one detection, or the reason for its absence; large with zoom and contrast controls, or small. */
export function ChipView({
  detectionId,
  isLarge,
  fills = false,
  lengthMetres,
  facts,
}: {
  readonly detectionId: number;
  readonly isLarge: boolean;
  /** Whether a large chip takes the height that is left in a flex column. */
  readonly fills?: boolean;
  /** The detection's length as reported by the service; null if unknown. */
  readonly lengthMetres: number | null;
  /** Shown below the chip, or the reason why there is none. */
  readonly facts?: ReactNode;
}) {
  const { chips } = useApp();
  const chip = useCachedChip(chips, detectionId, 'large');
  const { product, calibration } = useChipCalibration(detectionId);
  const [measured, setMeasured] = useState<{ readonly id: number; readonly line: ChipLine } | null>(null);
  // The line is used only for the chip on which it was drawn.
  const line = measured?.id === detectionId ? measured.line : null;
  // The chip is painted before the levels of its contrast are written.
  const contrastImage = useDeferredValue(chip.kind === 'image' ? chip.image : null);
  return (
    <section
      aria-label={texts.chip.label}
      data-chip={chip.kind}
      data-detection={detectionId}
      className={styles.chip}
      data-large={isLarge || undefined}
      data-fills={fills || undefined}
    >
      <div className={styles.frame}>
        {chip.kind === 'loading' ? (
          <div className={styles.absence}>
            <Loader size="sm" />
            <Text c="dimmed">{texts.chip.fetching}</Text>
          </div>
        ) : chip.kind !== 'image' ? (
          <AbsentChip absence={chip} retry={(kind) => chips.retry([kind], 'large')} />
        ) : isLarge ? (
          <LargeChip
            detectionId={detectionId}
            image={chip.image}
            scale={{
              metersPerFilePixel: calibration && metersPerPixel(calibration),
              length: lengthMetres,
            }}
            ruler={
              line ? { line, onChange: (moved) => setMeasured({ id: detectionId, line: moved }) } : undefined
            }
          />
        ) : (
          <SmallChip detectionId={detectionId} image={chip.image} />
        )}
      </div>
      {facts}
      <ChipCaption image={chip.kind === 'image' ? chip.image : null} />
      {chip.kind !== 'image' || !isLarge ? null : line && product ? (
        <ChipCalibrationForm
          product={product}
          pixels={lineLength(line)}
          statedMeters={lengthMetres}
          onDone={() => setMeasured(null)}
        />
      ) : (
        <ChipCalibrationStatus
          product={product}
          calibration={calibration}
          onMeasure={() => {
            const { fileWidth: width, fileHeight: height } = chip.image;
            setMeasured({ id: detectionId, line: initialLine({ width, height }) });
          }}
        />
      )}
      {isLarge ? <ChipContrast image={contrastImage} /> : null}
    </section>
  );
}

function SmallChip({ detectionId, image }: { readonly detectionId: number; readonly image: ChipImage }) {
  const stretch = useReview((state) => state.stretch);
  const view = useReview((state) => state.view);
  return <ChipFrame image={image} name={texts.chip.name(detectionId)} display={{ stretch, view }} />;
}

function LargeChip({
  detectionId,
  image,
  scale,
  ruler,
}: {
  readonly detectionId: number;
  readonly image: ChipImage;
  readonly scale: ComponentProps<typeof ChipFrame>['scale'];
  readonly ruler: ComponentProps<typeof ChipFrame>['ruler'];
}) {
  const { review } = useApp().stores;
  const stretch = useReview((state) => state.stretch);
  const view = useReview((state) => state.view);
  const [dragsWindow, setDragsWindow] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef({ view, image });
  latest.current = { view, image };
  // The same functions for every chip, so that the controls are not rendered again for another one.
  const changeDisplay = useCallback(
    (display: Partial<ChipDisplay>) => review.getState().changeChipDisplay(display),
    [review],
  );
  const actualSize = useCallback(() => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {};
    const now = latest.current;
    return width > 0 ? pixelForPixel(now.view, now.image, { width, height }, devicePixelRatio) : null;
  }, []);
  return (
    <div ref={frame} className={styles.large}>
      <ChipFrame
        image={image}
        name={texts.chip.name(detectionId)}
        display={{ stretch, view }}
        onDisplayChange={changeDisplay}
        dragsWindow={dragsWindow}
        scale={scale}
        ruler={ruler}
      />
      <ZoomControls
        view={view}
        actualSize={actualSize}
        onDisplayChange={changeDisplay}
        dragsWindow={dragsWindow}
        onDragsWindow={setDragsWindow}
      />
    </div>
  );
}

const ChipContrast = memo(function ChipContrast({ image }: { readonly image: ChipImage | null }) {
  const { review } = useApp().stores;
  const stretch = useReview((state) => state.stretch);
  return (
    <StretchControls
      stretch={stretch}
      image={image}
      onStretch={(next) => review.getState().changeChipDisplay({ stretch: next })}
    />
  );
});

function ChipCaption({ image }: { readonly image: ChipImage | null }) {
  const { stores } = useApp();
  const onMap = useResults((state) => state.chipOnMap);
  if (!image) return <div className={styles.caption} />;
  return (
    <div className={styles.caption}>
      <Text c="dimmed">
        {texts.chip.cached(image.fileWidth, image.fileHeight)}
        {image.bitDepth > 8 ? (
          <span title={texts.chip.depthHint}>{texts.chip.depth(image.bitDepth)}</span>
        ) : null}
      </Text>
      <Anchor
        component="button"
        type="button"
        aria-pressed={onMap}
        onClick={() => stores.results.getState().setChipOnMap(!onMap)}
      >
        {onMap ? texts.chip.removeFromMap : texts.chip.placeOnMap}
      </Anchor>
    </div>
  );
}

function AbsentChip({
  absence,
  retry,
}: {
  readonly absence: Absence;
  readonly retry: (kind: RetryableChipKind) => void;
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
          {texts.chip.retry}
        </Button>
      )}
    </div>
  );
}
