import { toFileName } from '../../../shared/file-name.ts';
import { type ColorScheme, designTokens } from '../../ui/design-tokens.ts';
import { downloadContent } from '../../ui/download-file.ts';
import { notifyInfo } from '../../ui/notify.tsx';
import { copyText } from '../../ui/use-copy.ts';
import { texts } from './texts.ts';

/** Copies text to the clipboard, or downloads it as a file if that is denied. */
export async function copyCsv(csv: string, name: string): Promise<void> {
  if (await copyText(csv)) notifyInfo(texts.copied.csv);
  else download(new Blob([csv], { type: 'text/csv' }), fileName(name, 'csv'));
}

/** Copies the chart to the clipboard as PNG, or downloads it if that is denied. */
export async function copyChart(
  canvas: HTMLCanvasElement | null,
  name: string,
  scheme: ColorScheme,
): Promise<void> {
  if (!canvas) return;
  const picture = await chartToPng(canvas, designTokens[scheme].panel);
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    notifyInfo(texts.copied.image);
  } catch {
    // The host may refuse the clipboard.
    download(picture, fileName(name, 'png'));
  }
}

/** On the color of the panel: the texts of a copied chart would not be readable on every page. */
function chartToPng(canvas: HTMLCanvasElement, background: string): Promise<Blob> {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d');
  if (!context) throw new Error('The page has no canvas to draw a picture on.');
  context.fillStyle = background;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(canvas, 0, 0);
  return new Promise((resolve, reject) => {
    copy.toBlob((blob) =>
      blob ? resolve(blob) : reject(new Error('The chart could not be converted to an image.')),
    );
  });
}

function download(content: Blob, name: string): void {
  downloadContent(content, name);
  notifyInfo(texts.copied.downloaded(name));
}

function fileName(title: string, ending: 'csv' | 'png'): string {
  const stem = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return toFileName(`${stem || 'statistics'}.${ending}`, `statistics.${ending}`);
}
