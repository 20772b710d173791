import { textStart } from '../../../shared/cut-text.ts';
import { withPixelDensity } from '../../map/picture/png-density.ts';
import { texts } from './texts.ts';

/** Encodes a canvas as PNG, with its pixel density if it is for paper. */
export async function toPng(canvas: HTMLCanvasElement, pixelsPerInch: number | null): Promise<Blob> {
  const blob = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error(texts.form.noPicture))));
  });
  if (pixelsPerInch === null) return blob;
  const bytes = withPixelDensity(new Uint8Array(await blob.arrayBuffer()), pixelsPerInch);
  return new Blob([bytes], { type: 'image/png' });
}

/** A file name from a title: `yellow-sea-2026-11-21.png`. */
export function pictureName(title: string, now: Date): string {
  const stem = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${textStart(stem, 60) || 'map'}-${now.toISOString().slice(0, 10)}.png`;
}
