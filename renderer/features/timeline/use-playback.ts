import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../../app/app-context.tsx';
import { followWindow, lengthOf, nextWindow, type TimeSpan } from './time-window.ts';

/** The window moves so often, in milliseconds. */
const tick = 250;
/** The same where motion is unwanted: in whole windows, with time to look at each. */
const calmTick = 2_000;
/** The first window of a play, when none is drawn: so much of what is seen. */
const firstShare = 1 / 20;

/** Moves the window by itself from where it is to the end; the view follows it. */
export function usePlay({
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
  const isCalm = useReducedMotion();
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
        const share = isCalm ? 1 : (speed * tick) / 1000;
        const next = nextWindow(
          now.window,
          Math.max(1, Math.round(lengthOf(now.window) * share)),
          now.limits,
        );
        if (!next) return setPlaying(false);
        now.onWindow(next);
        const seen = followWindow(now.view, next, now.limits);
        if (seen !== now.view) dock.setState(({ timeline }) => ({ timeline: { ...timeline, span: seen } }));
      },
      isCalm ? calmTick / (speed * 2) : tick,
    );
    return () => clearInterval(timer);
  }, [isPlaying, isCalm, speed, dock]);

  function toggle(): void {
    if (isPlaying) {
      setPlaying(false);
      return;
    }
    const length = window ? lengthOf(window) : Math.round(lengthOf(view) * firstShare);
    // A window at the end begins anew, as does one that has just been made.
    if (!window || window.to >= limits.to) {
      const from = window ? limits.from : view.from;
      onWindow({ from, to: from + length });
    }
    setPlaying(true);
  }

  return { isPlaying, toggle, speed, setSpeed };
}
