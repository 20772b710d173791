import { type ColorScheme, designTokens } from '../design-tokens.ts';

/** Height of the marking's line in CSS pixels. */
const lineHeight = 22;

/**
 * A chart as PNG on the color of the panel, since its texts would not be readable on every page. Above and below it is the
 * marking; `''` for none.
 */
export function chartToPng(canvas: HTMLCanvasElement, scheme: ColorScheme, marking: string): Promise<Blob> {
  const copy = document.createElement('canvas');
  const ratio = canvas.clientWidth > 0 ? canvas.width / canvas.clientWidth : 1;
  const line = marking === '' ? 0 : Math.ceil(lineHeight * ratio);
  copy.width = canvas.width;
  copy.height = canvas.height + 2 * line;
  const context = copy.getContext('2d');
  if (!context) throw new Error('The page has no canvas to draw a picture on.');
  context.fillStyle = designTokens[scheme].panel;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(canvas, 0, line);
  context.fillStyle = designTokens[scheme].text;
  context.font = `600 ${13 * ratio}px sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  // A marking that is wider than the chart is drawn narrower, never cut.
  for (const y of [line / 2, copy.height - line / 2])
    context.fillText(marking, copy.width / 2, y, copy.width - 16 * ratio);
  return new Promise((resolve, reject) => {
    copy.toBlob((blob) =>
      blob ? resolve(blob) : reject(new Error('The chart could not be converted to an image.')),
    );
  });
}
