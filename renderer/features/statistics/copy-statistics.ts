import { notifyInfo } from '../../../app/notify.tsx';
import { copyText } from '../../../components/use-copy.ts';

/** The colour behind a chart: a picture of it may end up on white paper. */
const background = '#161b21';

/** Puts text onto the clipboard, or into a file where that is refused. */
export async function copyCsv(csv: string, name: string): Promise<void> {
  if (await copyText(csv)) notifyInfo('The numbers were copied as CSV.');
  else download(new Blob([csv], { type: 'text/csv' }), `${fileName(name)}.csv`);
}

/** Puts the chart onto the clipboard as PNG, or into a file where that is refused. */
export async function copyChart(canvas: HTMLCanvasElement | null, name: string): Promise<void> {
  if (!canvas) return;
  const picture = await pictureOf(canvas);
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    notifyInfo('The chart was copied as a picture.');
  } catch {
    // The host may refuse the clipboard.
    download(picture, `${fileName(name)}.png`);
  }
}

function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d');
  if (!context) throw new Error('The page has no canvas to draw a picture on.');
  context.fillStyle = background;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(canvas, 0, 0);
  return new Promise((resolve, reject) => {
    copy.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The chart gave no picture.'))));
  });
}

function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after the press has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  notifyInfo(`The clipboard is not to be had here, so ${name} is downloaded.`);
}

function fileName(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'statistics'
  );
}
