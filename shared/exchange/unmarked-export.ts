import { exportFormatInfo } from './export-format.ts';
import type { ExportOptions } from './export-request.ts';

/** A sentence that names the files of an export that cannot carry the workspace's marking; undefined without any. */
export function describeUnmarked({
  format,
  chips,
}: Pick<ExportOptions, 'format' | 'chips'>): string | undefined {
  const info = exportFormatInfo(format);
  const unmarked = [
    ...(info.isMarked ? [] : [info.title]),
    ...(chips !== 'none' && info.chips === undefined ? ['the file of image chips'] : []),
  ];
  if (unmarked.length === 0) return undefined;
  const subject = unmarked.join(' and ').replace(/^t/, 'T');
  return `${subject} cannot carry the marking of the workspace, other than in the file name.`;
}
