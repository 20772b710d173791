import 'uplot/dist/uPlot.min.css';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type uPlot from 'uplot';

/**
 * A uPlot chart that fills an element, created anew when `create` changes. `canvas` is set to its canvas element, for
 * pictures.
 */
export function usePlot(
  create: (element: HTMLElement) => uPlot,
  canvas: RefObject<HTMLCanvasElement | null> | undefined,
) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const created = create(element);
    plot.current = created;
    if (canvas) canvas.current = created.ctx.canvas;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientHeight > 0) {
        created.setSize({ width: element.clientWidth, height: element.clientHeight });
      }
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      if (canvas) canvas.current = null;
      plot.current = null;
      created.destroy();
    };
  }, [create, canvas]);
  return { frame, plot };
}
