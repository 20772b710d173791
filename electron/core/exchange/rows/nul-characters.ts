import type { CellValue } from './layer.ts';

/** Behind an even number of backslashes, which are those of the text itself. */
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/;

/** Whether a text of JSON contains a NUL, which JSON escapes. */
export function jsonContainsNul(json: string): boolean {
  return json.includes('\\u0000') && escapedNul.test(json);
}

/** Whether a value is a text with a NUL. */
export function containsNul(value: CellValue): boolean {
  return typeof value === 'string' && value.includes('\0');
}

/** A value with the picture of NUL (U+2400) in its place: SQLite, GDAL and others end a text at a NUL. */
export function showNul(value: CellValue): CellValue {
  return typeof value === 'string' ? value.replaceAll('\0', '\u2400') : value;
}

/** Describes the number of detections whose texts were written by `showNul`. */
export function describeShownNul(count: number): string {
  return `NUL characters in ${detections(count)} are written as ␀, because other programs end a text at them.`;
}

/** Describes the number of detections whose NUL characters JSON preserves. */
export function describeNulInJson(count: number): string {
  return `Texts of ${detections(count)} contain NUL characters (\\u0000). The file has them; QGIS and GDAL show a text only up to the first one.`;
}

function detections(count: number): string {
  return count === 1 ? 'one detection' : `${count} detections`;
}
