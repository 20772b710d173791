/** Sets the size of a canvas in CSS pixels. An unchanged one is not set, because setting it clears the canvas. */
export function resizeCanvas(
  canvas: HTMLCanvasElement,
  {
    width,
    height,
    pixelRatio,
  }: { readonly width: number; readonly height: number; readonly pixelRatio: number },
): void {
  const deviceWidth = Math.round(width * pixelRatio);
  const deviceHeight = Math.round(height * pixelRatio);
  if (canvas.width === deviceWidth && canvas.height === deviceHeight) return;
  canvas.width = deviceWidth;
  canvas.height = deviceHeight;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}
