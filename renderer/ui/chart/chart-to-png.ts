import { type ColorScheme, designTokens } from '../design-tokens.ts';

/** A chart as PNG on the color of the panel: its texts would not be readable on every page. */
export function chartToPng(canvas: HTMLCanvasElement, scheme: ColorScheme): Promise<Blob> {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d');
  if (!context) throw new Error('The page has no canvas to draw a picture on.');
  context.fillStyle = designTokens[scheme].panel;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(canvas, 0, 0);
  return new Promise((resolve, reject) => {
    copy.toBlob((blob) =>
      blob ? resolve(blob) : reject(new Error('The chart could not be converted to an image.')),
    );
  });
}
