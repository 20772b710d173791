import type { KeyboardEvent, PointerEvent } from 'react';
import styles from './chip.module.css';
import { type ChipLine, moveLineEnd } from './chip-line.ts';
import type { ChipPlacement, Size } from './chip-viewport.ts';

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Pixels of the chip that an arrow key moves an end, with Shift. */
const largeStep = 10;

/** A line over a chip; its ends are dragged, or moved by the arrow keys. */
export function ChipRuler({
  line,
  file,
  placement,
  onChange,
}: {
  readonly line: ChipLine;
  /** Size of the chip's file. */
  readonly file: Size;
  /** Place of the chip, with CSS pixels per pixel of the file. */
  readonly placement: ChipPlacement;
  readonly onChange: (line: ChipLine) => void;
}) {
  const at = ([x, y]: ChipLine['from']) => [
    placement.left + x * placement.scale,
    placement.top + y * placement.scale,
  ];
  const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [at(line.from), at(line.to)];
  const move = (end: keyof ChipLine, right: number, down: number) =>
    onChange(moveLineEnd(line, end, [right, down], file));
  const handle = (end: keyof ChipLine, x: number, y: number) => (
    <button
      type="button"
      className={styles.rulerEnd}
      style={{ left: x, top: y }}
      aria-label={`${end === 'from' ? 'Start' : 'End'} of the line. Arrow keys move it, with Shift by ${largeStep} pixels.`}
      // Stops the events: they would also move the chip below, and arrow keys would go through a review.
      onPointerDown={(event: PointerEvent) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event: PointerEvent) => {
        event.stopPropagation();
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        move(end, event.movementX / placement.scale, event.movementY / placement.scale);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event: KeyboardEvent) => {
        const step = steps[event.key];
        if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        event.stopPropagation();
        const factor = event.shiftKey ? largeStep : 1;
        move(end, step[0] * factor, step[1] * factor);
      }}
    />
  );
  return (
    <>
      <svg className={styles.ruler} aria-hidden>
        <line x1={x1} y1={y1} x2={x2} y2={y2} />
      </svg>
      {handle('from', x1, y1)}
      {handle('to', x2, y2)}
    </>
  );
}
