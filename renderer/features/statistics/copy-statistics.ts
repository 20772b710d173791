import { toFileName } from '../../../shared/file-name.ts';
import { callApi } from '../../api/call-api.ts';
import { savePicture } from '../../api/save-picture.ts';
import type { App } from '../../context/app-context.tsx';
import { reportSavedFile } from '../../context/report-saved-file.ts';
import { chartToPng } from '../../ui/chart/chart-to-png.ts';
import type { ColorScheme } from '../../ui/design-tokens.ts';
import { notifyInfo } from '../../ui/notify.tsx';
import { copyText } from '../../ui/use-copy.ts';
import { texts } from './texts.ts';

/** Copies text to the clipboard, or saves it as a file if that is denied. */
export async function copyCsv({ api }: Pick<App, 'api'>, csv: string, title: string): Promise<void> {
  if (await copyText(csv)) {
    notifyInfo(texts.copied.csv);
    return;
  }
  const name = fileName(title, 'csv');
  reportSavedFile(await callApi(() => api.exchange.saveText.mutate({ name, text: csv })), texts.copied.file);
}

/** Copies the chart to the clipboard as PNG, or saves it as a file if that is denied. */
export async function copyChart(
  canvas: HTMLCanvasElement | null,
  title: string,
  scheme: ColorScheme,
): Promise<void> {
  if (!canvas) return;
  const picture = await chartToPng(canvas, scheme);
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    notifyInfo(texts.copied.image);
  } catch {
    // The host may refuse the clipboard.
    reportSavedFile(await callApi(() => savePicture(picture, fileName(title, 'png'))), texts.copied.file);
  }
}

function fileName(title: string, ending: 'csv' | 'png'): string {
  const stem = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return toFileName(`${stem || 'statistics'}.${ending}`, `statistics.${ending}`);
}
