import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { durationOf, followWindow, nextWindow, type TimeSpan } from './time-window.ts';

/** Interval between two moves of the window, in milliseconds. */
const tickMs = 250;
/** The interval with reduced motion, in milliseconds: the window then moves by its whole length. */
const reducedMotionTickMs = 2_000;
/** Length of the initial playback window as a share of the view, if none is drawn. */
const initialWindowShare = 1 / 20;

/** Playback: moves the window from its position to the end of the limits; the view follows it. */
export function usePlayback({
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
