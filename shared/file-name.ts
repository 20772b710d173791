import { textStart } from './cut-text.ts';
import { composeText } from './fold-text.ts';

/** Characters that a name on Windows, macOS or Linux cannot have. */
const forbidden = /[<>:"/\\|?*]+/g;
/** Characters that are not seen, or would show a name otherwise than it is. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu;
/** Names of devices on Windows, with any ending. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\.|$)/i;
/** UTF-8 needs up to three bytes for a unit; 255 bytes are the most for a name, with ending and additions of part files. */
const maxLength = 64;

/**
 * A file name that every file system accepts, made of any text: letters and numbers of all scripts stay. `fallback` where
 * nothing is left. An ending of up to two parts of ten ASCII characters is whole, whatever is cut before it.
 */
export function toFileName(text: string, fallback: string): string {
  // Joiners are part of letters and emoji; others that are not seen are not.
  const seen = composeText(text).replaceAll(unseen, (found) => (/^\u200d+$/.test(found) ? found : ' '));
  const plain = seen.replaceAll(forbidden, '-');
  const trimmed = plain.replaceAll(/\s+/g, ' ').replaceAll(/^[\s.-]+|[\s.]+$/g, '');
  const ending = /(?<=.)(?:\.[A-Za-z0-9_-]{1,10}){1,2}$/.exec(trimmed)?.[0] ?? '';
  const stem = trimmed.slice(0, trimmed.length - ending.length);
  const short = textStart(stem, maxLength).replace(/[\s.]+$/, '');
  if (short === '') return fallback;
  return (device.test(short) ? short.replace(device, '$&_') : short) + ending;
}
