import { ActionIcon, RangeSlider, SegmentedControl, Slider, Switch } from '@mantine/core';
import { IconArrowsMaximize, IconContrastFilled, IconMinus, IconPlus } from '@tabler/icons-react';
import { memo, useCallback, useRef } from 'react';
import { formatDecimals } from '../../../shared/display-format.ts';
import { TextButton } from '../text-button.tsx';
import styles from './chip.module.css';
import type { ChipDisplay } from './chip-frame.tsx';
import type { ChipImage } from './chip-image.ts';
import {
  type ChipStretch,
  defaultStretch,
  gammaRange,
  type StretchMode,
  stretchLimits,
} from './chip-stretch.ts';
import { type ChipViewport, wholeChip } from './chip-viewport.ts';

const modes: readonly { readonly value: StretchMode; readonly label: string }[] = [
  { value: 'auto', label: 'Auto 2–98%' },
  { value: 'full', label: 'Min–max' },
  { value: 'manual', label: 'Manual' },
];

/**
 * Controls of the contrast stretch. `image` is the chip whose limits a manual stretch starts with; null for many
 * chips.
 */
export function StretchControls({
  stretch,
  image,
  onStretch,
}: {
  readonly stretch: ChipStretch;
  readonly image: ChipImage | null;
  readonly onStretch: (stretch: ChipStretch) => void;
}) {
  // With many chips, each has different limits.
  const isEachIts = image === null && stretch.mode !== 'manual';
  const limits = image ? stretchLimits(image.histogram, stretch) : stretch;
  const latest = useRef({ stretch, limits, onStretch });
  latest.current = { stretch, limits, onStretch };
  // The same function for every chip, so that only the levels are rendered again for another one.
  const change = useCallback((more: Partial<ChipStretch>) => {
    latest.current.onStretch({ ...latest.current.stretch, ...more });
  }, []);
  const changeMode = useCallback(
    (mode: StretchMode) => {
      const { low, high } = latest.current.limits;
      // A manual stretch starts with the current limits.
      change(mode === 'manual' ? { mode, low, high } : { mode });
    },
    [change],
  );
  return (
    <fieldset className={styles.stretch} aria-label="Contrast">
      <ModeControl mode={stretch.mode} onChange={changeMode} />
      {isEachIts ? null : (
        <div className={styles.slider}>
          <span className="numeric">
            Levels {limits.low}–{limits.high}
          </span>
          <RangeSlider
            size="xs"
            min={0}
            max={255}
            minRange={1}
            label={null}
            value={[limits.low, limits.high]}
            onChange={([low, high]) => change({ mode: 'manual', low, high })}
            thumbFromLabel="Value shown black"
            thumbToLabel="Value shown white"
          />
        </div>
      )}
      <GammaSlider gamma={stretch.gamma} onChange={change} />
      <InvertSwitch invert={stretch.invert} onChange={change} />
      <TextButton disabled={stretch === defaultStretch} onClick={() => onStretch(defaultStretch)}>
        Reset
      </TextButton>
    </fieldset>
  );
}

const ModeControl = memo(function ModeControl({
  mode,
  onChange,
}: {
  readonly mode: StretchMode;
  readonly onChange: (mode: StretchMode) => void;
}) {
  return (
    <SegmentedControl
      aria-label="Stretch"
      data={[...modes]}
      value={mode}
      onChange={(value) => onChange(modes.find((each) => each.value === value)?.value ?? 'auto')}
    />
  );
});

const GammaSlider = memo(function GammaSlider({
  gamma,
  onChange,
}: {
  readonly gamma: number;
  readonly onChange: (change: Partial<ChipStretch>) => void;
}) {
  return (
    <div className={styles.slider}>
      <span className="numeric">Gamma {formatDecimals(gamma, 2)}</span>
      <Slider
        size="xs"
        min={gammaRange.min}
        max={gammaRange.max}
        step={0.05}
        label={null}
        value={gamma}
        onChange={(value) => onChange({ gamma: value })}
        thumbLabel="Gamma"
      />
    </div>
  );
});

const InvertSwitch = memo(function InvertSwitch({
  invert,
  onChange,
}: {
  readonly invert: boolean;
  readonly onChange: (change: Partial<ChipStretch>) => void;
}) {
  return (
    <Switch
      label="Invert"
      checked={invert}
      onChange={(event) => {
        onChange({ invert: event.currentTarget.checked });
        // Review keys do nothing while a field has the focus.
        event.currentTarget.blur();
      }}
    />
  );
});

/** Zoom and contrast buttons over a chip. */
export const ZoomControls = memo(function ZoomControls({
  view,
  actualSize,
  onDisplayChange,
  dragsWindow,
  onDragsWindow,
}: {
  readonly view: ChipViewport;
  /** The view that shows one pixel of the chip per screen pixel. */
  readonly actualSize: () => ChipViewport | null;
  readonly onDisplayChange: (display: Pick<ChipDisplay, 'view'>) => void;
  readonly dragsWindow: boolean;
  readonly onDragsWindow: (drags: boolean) => void;
}) {
  return (
    <fieldset className={styles.zoom} aria-label="Zoom of the chip">
      <ActionIcon
        color="gray"
        aria-label="Enlarge the chip"
        title="+"
        onClick={() => onDisplayChange({ view: larger(view, 1.5) })}
      >
        <IconPlus size={14} />
      </ActionIcon>
      <ActionIcon
        color="gray"
        aria-label="Make the chip smaller"
        title="−"
        onClick={() => onDisplayChange({ view: larger(view, 1 / 1.5) })}
      >
        <IconMinus size={14} />
      </ActionIcon>
      <ActionIcon
        color="gray"
        aria-label="Fit the chip"
        title="Fit (0)"
        aria-pressed={view === wholeChip}
        onClick={() => onDisplayChange({ view: wholeChip })}
      >
        <IconArrowsMaximize size={14} />
      </ActionIcon>
      <button
        type="button"
        className={styles.actualSize}
        title="One pixel of the chip on one of the screen"
        onClick={() => {
          const next = actualSize();
          if (next) onDisplayChange({ view: next });
        }}
      >
        1:1
      </button>
      <ActionIcon
        aria-label="Change the contrast by dragging"
        title="Drag to change the contrast: sideways the range, up and down the level. The right button always does."
        aria-pressed={dragsWindow}
        variant={dragsWindow ? 'light' : 'subtle'}
        color={dragsWindow ? 'accent' : 'gray'}
        onClick={() => onDragsWindow(!dragsWindow)}
      >
        <IconContrastFilled size={14} />
      </ActionIcon>
    </fieldset>
  );
});

function larger(view: ChipViewport, factor: number): ChipViewport {
  return { ...view, zoom: Math.min(64, Math.max(0.25, view.zoom * factor)) };
}
