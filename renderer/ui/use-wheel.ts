import { type RefObject, useEffect, useRef } from 'react';

/** Handles the wheel over an element, whose scrolling it can prevent: the wheel listeners of React are passive. */
export function useWheel(target: RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void): void {
  const latest = useRef(onWheel);
  latest.current = onWheel;
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const listener = (event: WheelEvent) => latest.current(event);
    element.addEventListener('wheel', listener, { passive: false });
    return () => element.removeEventListener('wheel', listener);
  }, [target]);
}
