import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { PanelGeometry, PanelSlot } from '../stores/panel-layout.ts';
import styles from './panel-resizer.module.css';

/** CSS pixels by which a key changes the size. */
const keyStep = 16;

/** The axis of each edge, and whether a panel grows (1) or shrinks (-1) when the pointer moves right or down. */
const edges = {
  side: { axis: 'clientX', sign: 1, grow: 'ArrowRight', shrink: 'ArrowLeft' },
  inspector: { axis: 'clientX', sign: -1, grow: 'ArrowLeft', shrink: 'ArrowRight' },
  dock: { axis: 'clientY', sign: -1, grow: 'ArrowUp', shrink: 'ArrowDown' },
} as const;

/** The edge of a panel, moved by dragging or with the arrow keys. A double click resets it (`null`). */
export function PanelResizer({
  slot,
  label,
  controls,
  geometry: { size, min, max },
  onResize,
}: {
  readonly slot: PanelSlot;
  readonly label: string;
  /** The id of the panel. */
  readonly controls: string;
  readonly geometry: PanelGeometry;
  readonly onResize: (size: number | null) => void;
}) {
  const { axis, sign, grow, shrink } = edges[slot];
  const dragStart = useRef({ size, pointer: 0 });
  const resize = (next: number) => onResize(Math.round(Math.min(max, Math.max(min, next))));

  function onKeyDown(event: KeyboardEvent): void {
    const sizes: Readonly<Record<string, number>> = {
      [grow]: size + keyStep,
      [shrink]: size - keyStep,
      Home: min,
      End: max,
    };
    const next = sizes[event.key];
    if (next === undefined) return;
    event.preventDefault();
    resize(next);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const distance = event[axis] - dragStart.current.pointer;
    // A click moves nothing, and must not turn the default size into a chosen one.
    if (distance === 0 && dragStart.current.size === size) return;
    resize(dragStart.current.size + sign * distance);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that takes the focus is a splitter, which hr is not
    <div
      className={styles.resizer}
      data-slot={slot}
      role="separator"
      tabIndex={0}
      aria-orientation={slot === 'dock' ? 'horizontal' : 'vertical'}
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onResize(null)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        dragStart.current = { size, pointer: event[axis] };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
    />
  );
}
