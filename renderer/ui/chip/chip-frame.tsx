import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './chip.module.css';
import type { ChipImage } from './chip-image.ts';
import { paintChip } from './chip-painter.ts';
import { ChipScale } from './chip-scale.tsx';
import { type ChipStretch, moveWindow, stretchLimits } from './chip-stretch.ts';
import { type ChipView, panChip, placeChip, type Size, wholeChip, zoomChip } from './chip-view.ts';

/** How much a key, or a step of the wheel, enlarges. */
const zoomStep = 1.25;
/** CSS pixels that a key moves the chip. */
const panStep = 40;

/** What of a chip is shown, and how. */
export type ChipLook = { readonly stretch: ChipStretch; readonly view: ChipView };

/**
 * A chip in a frame that it fits. Wheel, plus and minus enlarge it, dragging and Shift with the arrows move it; with
 * `dragsWindow`, or the right button, dragging changes which values are black and white instead.
 */
export function ChipFrame({
  image,
  name,
  look,
  onLook,
  dragsWindow = false,
  ground,
}: {
  readonly image: ChipImage;
  /** What it is a chip of. */
  readonly name: string;
  readonly look: ChipLook;
  /** Without it the chip only can be looked at. */
  readonly onLook?: ((look: Partial<ChipLook>) => void) | undefined;
  readonly dragsWindow?: boolean;
  /** What of the ground is told, in metres; without it no scale is drawn. */
  readonly ground?: { readonly width: number; readonly length: number | null } | undefined;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const { stretch, view } = look;

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    if (!canvas.current || !size || size.width === 0 || size.height === 0) return;
    const density = devicePixelRatio;
    const [width, height] = [Math.round(size.width * density), Math.round(size.height * density)];
    // Setting it, even to what it is, clears the canvas and takes time.
    if (canvas.current.width !== width) canvas.current.width = width;
    if (canvas.current.height !== height) canvas.current.height = height;
    paintChip(canvas.current, image, stretch, placeChip(view, image, size), density);
  }, [image, stretch, view, size]);

  // React listens to the wheel passively, and the panel would scroll along.
  const latest = useRef({ image, size, view, onLook });
  latest.current = { image, size, view, onLook };
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const now = latest.current;
      if (!now.onLook || !now.size) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const point = [event.clientX - box.left, event.clientY - box.top] as const;
      now.onLook({ view: zoomChip(now.view, zoomStep ** (-event.deltaY / 100), point, now.image, now.size) });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (!onLook || !size || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = pressKey(event, view, image, size);
    if (!next) return;
    event.preventDefault();
    onLook({ view: next });
  }

  function onPointerMove(event: PointerEvent): void {
    if (!onLook || !size || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    if (dragsWindow || (event.buttons & 2) !== 0) {
      const moved = moveWindow(stretchLimits(image.histogram, stretch), {
        width: event.movementX,
        level: event.movementY,
      });
      onLook({ stretch: { ...stretch, ...moved, mode: 'manual' } });
    } else onLook({ view: panChip(view, [event.movementX, event.movementY], image, size) });
  }

  return (
    <div
      ref={frame}
      className={styles.frame}
      {...(onLook && {
        role: 'application',
        tabIndex: 0,
        'aria-label': `${name}. Plus and minus zoom, Shift and the arrow keys move it, 0 shows all of it.`,
        'data-drags': dragsWindow ? 'window' : 'chip',
        onKeyDown,
        onPointerDown: (event: PointerEvent) => event.currentTarget.setPointerCapture(event.pointerId),
        onPointerMove,
        onDoubleClick: () => onLook({ view: wholeChip }),
        onContextMenu: (event) => event.preventDefault(),
      })}
    >
      <canvas ref={canvas} className={styles.canvas} role="img" aria-label={name} />
      {ground && size ? (
        <ChipScale
          metresPerPixel={ground.width / image.width / placeChip(view, image, size).scale}
          length={ground.length}
        />
      ) : null}
    </div>
  );
}

function pressKey(event: KeyboardEvent, view: ChipView, image: ChipImage, size: Size): ChipView | null {
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
