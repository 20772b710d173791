import type { KeyboardEvent } from 'react';
import { useApp } from '../../context/app-context.tsx';
import styles from './dock.module.css';
import { useDockHeight } from './use-dock-height.ts';

/** Pixels by which a key changes the height of the dock. */
const keyStep = 24;

/** The dock's upper edge, moved by dragging or with the arrow keys. A double click resets it. */
export function DockResizer() {
  const { dock } = useApp().stores;
  const height = useDockHeight();
  const setHeight = (next: number) => {
    // Part of the map must stay visible.
    const maxHeight = Math.max(minHeight, window.innerHeight - 260);
    dock.getState().setHeight(Math.round(Math.min(maxHeight, Math.max(minHeight, next))));
  };

  function onKeyDown(event: KeyboardEvent): void {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    setHeight(height + direction * keyStep);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that takes the focus is a splitter, which hr is not
    <div
      className={styles.resizer}
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label="Dock height"
      aria-valuenow={height}
      aria-valuemin={minHeight}
      onKeyDown={onKeyDown}
      onDoubleClick={() => dock.getState().setHeight(null)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        setHeight(height + event.currentTarget.getBoundingClientRect().top - event.clientY);
      }}
    />
  );
}

const minHeight = 120;
