import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useWheel } from '../use-wheel.ts';
import styles from './chip.module.css';
import { type ChipImage, paintChip } from './chip-image.ts';
import { type ChipLine, moveLineEnd } from './chip-line.ts';
import { ChipScaleBar } from './chip-scale.tsx';
import { type ChipStretch, moveWindow, stretchLimits } from './chip-stretch.ts';
import {
  type ChipPlacement,
  type ChipViewport,
  panChip,
  placeChip,
  type Size,
  wholeChip,
  zoomChip,
} from './chip-viewport.ts';

/** Zoom factor of a key press or a wheel step. */
const zoomStep = 1.25;
/** CSS pixels that a key moves the chip. */
const panStep = 40;

/** Contrast and viewport of a chip. */
export type ChipDisplay = { readonly stretch: ChipStretch; readonly view: ChipViewport };

/**
 * A chip in a frame. Wheel, plus and minus zoom, dragging and Shift with the arrow keys pan. With `dragsWindow`, or the
 * right button, dragging changes the contrast window instead.
 */
export function ChipFrame({
  image,
  name,
  display,
  onDisplayChange,
  dragsWindow = false,
  scale,
  ruler,
}: {
  readonly image: ChipImage;
  /** Accessible name of the chip. */
  readonly name: string;
  readonly display: ChipDisplay;
  /** Without it the chip is not interactive. */
  readonly onDisplayChange?: ((display: Partial<ChipDisplay>) => void) | undefined;
  readonly dragsWindow?: boolean;
  /** Metres per pixel of the file (null if unknown) and the detection's stated length; absent: no scale is shown. */
  readonly scale?: { readonly metersPerFilePixel: number | null; readonly length: number | null } | undefined;
  /** A line to measure with, and a callback for its changes. */
  readonly ruler?: { readonly line: ChipLine; readonly onChange: (line: ChipLine) => void } | undefined;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(frame);
  const { stretch, view } = display;

  useLayoutEffect(() => {
    if (!canvas.current || !size || size.width === 0 || size.height === 0) return;
    const density = devicePixelRatio;
    const [width, height] = [Math.round(size.width * density), Math.round(size.height * density)];
    // Setting the size, even to the same value, clears the canvas and takes time.
    if (canvas.current.width !== width) canvas.current.width = width;
    if (canvas.current.height !== height) canvas.current.height = height;
    paintChip(canvas.current, image, stretch, placeChip(view, image, size), density);
  }, [image, stretch, view, size]);

  useWheel(frame, (event) => {
    const box = frame.current?.getBoundingClientRect();
    if (!onDisplayChange || !size || !box) return;
    event.preventDefault();
    const point = [event.clientX - box.left, event.clientY - box.top] as const;
    onDisplayChange({ view: zoomChip(view, zoomStep ** (-event.deltaY / 100), point, image, size) });
  });

  const placement = size && placeFile(view, image, size);

  function onKeyDown(event: KeyboardEvent): void {
    if (!onDisplayChange || !size || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = viewAfterKey(event, view, image, size);
    if (!next) return;
    event.preventDefault();
    onDisplayChange({ view: next });
  }

  function onPointerMove(event: PointerEvent): void {
    if (!onDisplayChange || !size || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    if (dragsWindow || (event.buttons & 2) !== 0) {
      const moved = moveWindow(stretchLimits(image.histogram, stretch), {
        width: event.movementX,
        level: event.movementY,
      });
      onDisplayChange({ stretch: { ...stretch, ...moved, mode: 'manual' } });
    } else onDisplayChange({ view: panChip(view, [event.movementX, event.movementY], image, size) });
  }

  return (
    <div
      ref={frame}
      className={styles.frame}
      {...(onDisplayChange && {
        role: 'application',
        tabIndex: 0,
        'aria-label': `${name}. Plus and minus zoom, Shift and the arrow keys move it, 0 shows all of it.`,
        'data-drags': dragsWindow ? 'window' : 'chip',
        onKeyDown,
        onPointerDown: (event: PointerEvent) => event.currentTarget.setPointerCapture(event.pointerId),
        onPointerMove,
        onDoubleClick: () => onDisplayChange({ view: wholeChip }),
        onContextMenu: (event) => event.preventDefault(),
      })}
    >
      <canvas ref={canvas} className={styles.canvas} role="img" aria-label={name} />
      {scale && placement ? (
        <ChipScaleBar
          metersPerCssPixel={scale.metersPerFilePixel && scale.metersPerFilePixel / placement.scale}
          length={scale.length}
        />
      ) : null}
      {ruler && placement ? (
        <ChipRuler
          {...ruler}
          file={{ width: image.fileWidth, height: image.fileHeight }}
          placement={placement}
        />
      ) : null}
    </div>
  );
}

/** The size of an element in CSS pixels; null before it is measured. */
function useSize(target: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = target.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [target]);
  return size;
}

/** Place of the chip, with CSS pixels per pixel of its file, which may be larger than the decoded image. */
function placeFile(view: ChipViewport, image: ChipImage, size: Size): ChipPlacement {
  const placement = placeChip(view, image, size);
  return { ...placement, scale: (placement.scale * image.width) / image.fileWidth };
}

function viewAfterKey(
  event: KeyboardEvent,
  view: ChipViewport,
  image: ChipImage,
  size: Size,
): ChipViewport | null {
  const middle = [size.width / 2, size.height / 2] as const;
  switch (event.key) {
    case '+':
    case '=':
      return zoomChip(view, zoomStep, middle, image, size);
    case '-':
      return zoomChip(view, 1 / zoomStep, middle, image, size);
    case '0':
      return wholeChip;
  }
  if (!event.shiftKey) return null;
  const step = {
    ArrowLeft: [panStep, 0],
    ArrowRight: [-panStep, 0],
    ArrowUp: [0, panStep],
    ArrowDown: [0, -panStep],
  }[event.key];
  return step ? panChip(view, [step[0] ?? 0, step[1] ?? 0], image, size) : null;
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Pixels of the chip that an arrow key moves an end, with Shift. */
const largeStep = 10;

/** A line over a chip; its ends are dragged, or moved by the arrow keys. */
function ChipRuler({
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
