import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/** Moves the focus by the arrow keys among the elements of a list that match a selector. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const step = steps[event.key];
  if (step === undefined) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = items.findIndex((item) => item.matches(':focus'));
  items[Math.max(0, Math.min(items.length - 1, at + step))]?.focus();
  event.preventDefault();
}
