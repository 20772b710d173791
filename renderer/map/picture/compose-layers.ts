/** The size of the composed picture. */
export type ComposedSize = {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Canvas pixels per CSS pixel. */
  readonly pixelRatio: number;
  readonly background: string;
};

/**
 * Composes the canvases of a map's layers into one, as the browser shows them. Must run in the task that drew them.
 * Null where the graphics card has reduced the size of a canvas.
 */
export function composeLayers(
  viewport: HTMLElement,
  { width, height, pixelRatio, background }: ComposedSize,
): HTMLCanvasElement | null {
  const whole = document.createElement('canvas');
  whole.width = Math.round(width * pixelRatio);
  whole.height = Math.round(height * pixelRatio);
  const context = whole.getContext('2d');
  if (!context) return null;
  context.fillStyle = background;
  context.fillRect(0, 0, whole.width, whole.height);
  for (const canvas of viewport.querySelectorAll<HTMLCanvasElement>('.ol-layers canvas')) {
    if (canvas.width === 0 || canvas.height === 0) continue;
    if (isTruncated(canvas)) return null;
    context.globalAlpha = opacityOf(canvas, viewport);
    const [a, b, c, d, e, f] = transformOf(canvas);
    context.setTransform(
      a * pixelRatio,
      b * pixelRatio,
      c * pixelRatio,
      d * pixelRatio,
      e * pixelRatio,
      f * pixelRatio,
    );
    context.drawImage(canvas, 0, 0);
  }
  return whole;
}

/** Whether a WebGL context has fewer pixels than its canvas requested. */
function isTruncated(canvas: HTMLCanvasElement): boolean {
  const gl = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
  return gl !== null && (gl.drawingBufferWidth < canvas.width || gl.drawingBufferHeight < canvas.height);
}

function opacityOf(canvas: HTMLElement, viewport: HTMLElement): number {
  let opacity = 1;
  for (
    let element: HTMLElement | null = canvas;
    element && element !== viewport;
    element = element.parentElement
  ) {
    if (element.style.opacity !== '') opacity *= Number(element.style.opacity);
    if (element.style.display === 'none' || element.style.visibility === 'hidden') return 0;
  }
  return opacity;
}

type Matrix = readonly [number, number, number, number, number, number];

/**
 * The transform from canvas pixels to CSS pixels of the map: the CSS transform of OpenLayers canvases, else by width.
 */
function transformOf(canvas: HTMLCanvasElement): Matrix {
  const numbers = /^matrix\(([^)]*)\)$/.exec(canvas.style.transform)?.[1]?.split(',').map(Number);
  if (numbers?.length === 6 && numbers.every(Number.isFinite)) return numbers as unknown as Matrix;
  const cssWidth = Number.parseFloat(canvas.style.width) || canvas.width;
  const cssHeight = Number.parseFloat(canvas.style.height) || canvas.height;
  return [cssWidth / canvas.width, 0, 0, cssHeight / canvas.height, 0, 0];
}
