import type { KeyboardEvent } from 'react';
import { useApp } from '../../app/app-context.tsx';
import styles from './dock.module.css';
import { useDockHeight } from './use-dock-height.ts';

/** Pixels that a key makes the dock higher. */
const step = 24;

/** The dock's upper edge; it is dragged, or moved with the arrow keys. Twice pressed it goes back to where it was. */
export function DockResizer() {
  const { dock } = useApp().stores;
  const height = useDockHeight();
  const setHeight = (next: number) => {
    // Some of the map must stay.
    const most = Math.max(leastHeight, window.innerHeight - 260);
    dock.setState({ height: Math.round(Math.min(most, Math.max(leastHeight, next))) });
  };

  function onKeyDown(event: KeyboardEvent): void {
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (way === 0) return;
    event.preventDefault();
    setHeight(height + way * step);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that takes the focus is a splitter, which hr is not
    <div
      className={styles.resizer}
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label="Height of the dock"
      aria-valuenow={height}
      aria-valuemin={leastHeight}
      onKeyDown={onKeyDown}
      onDoubleClick={() => dock.setState({ height: null })}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        setHeight(height + event.currentTarget.getBoundingClientRect().top - event.clientY);
      }}
    />
  );
}

const leastHeight = 120;
