import { ActionIcon, SegmentedControl, Select } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatQuantity, formatUtc } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { useDock } from '../../context/use-stores.ts';
import { texts } from './texts.ts';
import { durationOf, followWindow, nextWindow, shiftWindow, type TimeSpan, zoomView } from './time-window.ts';
import styles from './timeline.module.css';

const hour = 3_600_000;
const windowLengths: readonly { readonly label: string; readonly milliseconds: number }[] = [
  { label: texts.controls.lengths.oneHour, milliseconds: hour },
  { label: texts.controls.lengths.sixHours, milliseconds: 6 * hour },
  { label: texts.controls.lengths.oneDay, milliseconds: 24 * hour },
  { label: texts.controls.lengths.threeDays, milliseconds: 72 * hour },
  { label: texts.controls.lengths.sevenDays, milliseconds: 168 * hour },
  { label: texts.controls.lengths.thirtyDays, milliseconds: 720 * hour },
];

/** Playback speeds in windows per second. */
const speeds = [
  { value: '0.25', label: '¼ ×' },
  { value: '0.5', label: '½ ×' },
  { value: '1', label: '1 ×' },
  { value: '2', label: '2 ×' },
];

/** Controls for the time field, the window's position, length and playback, and the zoom of the view. */
export function TimelineControls({
  view,
  limits,
  window,
  count,
  missing,
  onWindow,
}: {
  readonly view: TimeSpan;
  readonly limits: TimeSpan;
  readonly window: TimeSpan | null;
  /** Number of detections in the window, or in the view without a window; null while it is not known. */
  readonly count: number | null;
  /** Detections without this time that match the other conditions of the filter. */
  readonly missing: number;
  readonly onWindow: (window: TimeSpan | null) => void;
}) {
  const { stores } = useApp();
  const { by } = useDock((state) => state.timeline);
  const playback = usePlayback({ view, limits, window, onWindow });
  const setView = (span: TimeSpan | null) => stores.dock.getState().changeTimeline({ span });
  const middle = window ? (window.from + window.to) / 2 : (view.from + view.to) / 2;
  const length = window ? durationOf(window) : null;
  const known = windowLengths.find(({ milliseconds }) => milliseconds === length);

  const step = (windows: 1 | -1) =>
    window && onWindow(shiftWindow(window, windows * durationOf(window), limits));
  const zoom = (factor: number) => setView(zoomView(view, factor, middle, limits));

  function setLength(milliseconds: number): void {
    const from = window?.from ?? Math.max(limits.from, view.from);
    onWindow(shiftWindow({ from, to: from + Math.min(milliseconds, durationOf(limits)) }, 0, limits));
  }

  return (
    <div className={styles.controls} role="toolbar" aria-label={texts.controls.label}>
      <SegmentedControl
        aria-label={texts.controls.timeField}
        data={[
          { value: 'collected', label: texts.controls.collected },
          { value: 'uploaded', label: texts.controls.uploaded },
        ]}
        value={by}
        onChange={(value) => stores.dock.getState().changeTimeline({ by: value as typeof by, span: null })}
      />
      <ControlButton label={texts.controls.previousWindow} disabled={!window} onClick={() => step(-1)}>
        <IconPlayerTrackPrev size={15} />
      </ControlButton>
      <ControlButton
        label={playback.isPlaying ? texts.controls.pause : texts.controls.play}
        onClick={playback.toggle}
      >
        {playback.isPlaying ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />}
      </ControlButton>
      <ControlButton label={texts.controls.nextWindow} disabled={!window} onClick={() => step(1)}>
        <IconPlayerTrackNext size={15} />
      </ControlButton>
      <Select
        aria-label={texts.controls.windowLength}
        placeholder={length === null ? texts.controls.noWindow : texts.controls.customLength}
        className={styles.choice}
        data={windowLengths.map(({ label }) => label)}
        value={known?.label ?? null}
        onChange={(label) => {
          const chosen = windowLengths.find((one) => one.label === label);
          if (chosen) setLength(chosen.milliseconds);
        }}
      />
      <Select
        aria-label={texts.controls.speed}
        className={styles.speed}
        data={speeds}
        value={String(playback.speed)}
        allowDeselect={false}
        onChange={(value) => playback.setSpeed(Number(value ?? 1))}
      />
      <ControlButton label={texts.controls.zoomIn} onClick={() => zoom(0.5)}>
        <IconZoomIn size={15} />
      </ControlButton>
      <ControlButton label={texts.controls.zoomOut} onClick={() => zoom(2)}>
        <IconZoomOut size={15} />
      </ControlButton>
      <ControlButton label={texts.controls.showAllTimes} onClick={() => setView(null)}>
        <IconZoomReset size={15} />
      </ControlButton>
      <span className={styles.reading} role="status">
        {[
          ...(window ? [`${shortTime(window.from)} → ${shortTime(window.to)}`] : []),
          ...(count === null ? [] : [formatQuantity(count, 'detection')]),
        ].join(' · ')}
        {missing > 0 ? <span className="muted"> · {texts.controls.withoutTime(missing)}</span> : null}
      </span>
    </div>
  );
}

function ControlButton({
  label,
  disabled = false,
  onClick,
  children,
}: {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}) {
  return (
    <ActionIcon aria-label={label} title={label} disabled={disabled} onClick={onClick} size={26}>
      {children}
    </ActionIcon>
  );
}

function shortTime(time: number): string {
  return formatUtc(time, { zone: false }).slice(0, 16);
}

/** Interval between two moves of the window, in milliseconds. */
const tickMs = 250;
/** The interval with reduced motion, in milliseconds: the window then moves by its whole length. */
const reducedMotionTickMs = 2_000;
/** Length of the initial playback window as a share of the view, if none is drawn. */
const initialWindowShare = 1 / 20;

/** Playback: moves the window from its position to the end of the limits; the view follows it. */
function usePlayback({
  view,
  limits,
  window,
  onWindow,
}: {
  readonly view: TimeSpan;
  readonly limits: TimeSpan;
  readonly window: TimeSpan | null;
  readonly onWindow: (window: TimeSpan | null) => void;
}) {
  const { dock } = useApp().stores;
  const prefersReducedMotion = useReducedMotion();
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(0.5);
  const latest = useRef({ view, limits, window, onWindow });
  latest.current = { view, limits, window, onWindow };

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(
      () => {
        const now = latest.current;
        if (!now.window) return setPlaying(false);
        const share = prefersReducedMotion ? 1 : (speed * tickMs) / 1000;
        const next = nextWindow(
          now.window,
          Math.max(1, Math.round(durationOf(now.window) * share)),
          now.limits,
        );
        if (!next) return setPlaying(false);
        now.onWindow(next);
        const nextView = followWindow(now.view, next, now.limits);
        if (nextView !== now.view) dock.getState().changeTimeline({ span: nextView });
      },
      prefersReducedMotion ? reducedMotionTickMs / (speed * 2) : tickMs,
    );
    return () => clearInterval(timer);
  }, [isPlaying, prefersReducedMotion, speed, dock]);

  function toggle(): void {
    if (isPlaying) {
      setPlaying(false);
      return;
    }
    const length = window ? durationOf(window) : Math.round(durationOf(view) * initialWindowShare);
    // Playback restarts from the beginning if the window is at the end.
    if (!window || window.to >= limits.to) {
      const from = window ? limits.from : view.from;
      onWindow({ from, to: from + length });
    }
    setPlaying(true);
  }

  return { isPlaying, toggle, speed, setSpeed };
}
