import { decodeAs } from '../../decode-as.ts';
import type { ImportLog } from './import-log.ts';
import { decoderOf } from './name-encoding.ts';
import { accept, type Outcome, refuse } from './outcome.ts';

/**
 * Decodes the bytes of a text file, without a byte order mark. The encoding is UTF-8 unless a byte order mark, the
 * zero bytes of UTF-16, or an XML declaration indicate another. Text that is not valid UTF-8 is decoded as
 * Windows-1252, for which every byte string is valid. A chosen code page replaces all but a byte order mark and UTF-16.
 * Refuses with `bad-text` an encoding that is unknown or does not match the bytes.
 */
export function decodeText(
  bytes: Uint8Array,
  place: string,
  log: ImportLog,
  chosen?: string,
): Outcome<string> {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) {
    log.fix('bom-removed', place);
    return decodeUtf8(bytes.subarray(3), place, log);
  }
  const wide = wideEncoding(bytes);
  if (wide) {
    const text = decodeAs(wide.label, bytes.subarray(wide.markLength));
    if (text === undefined) return refuse('bad-text', place, 'The text is broken UTF-16. Save it as UTF-8.');
    if (wide.markLength > 0) log.fix('bom-removed', place);
    log.fix('utf16-decoded', place);
    return accept(text);
  }
  if (chosen !== undefined) return decodeChosen(bytes, chosen, place);
  const declared = declaredEncoding(bytes);
  return declared && !/^utf-?8$/i.test(declared)
    ? decodeDeclared(bytes, declared, place)
    : decodeUtf8(bytes, place, log);
}

function decodeUtf8(bytes: Uint8Array, place: string, log: ImportLog): Outcome<string> {
  const text = decodeAs('utf-8', bytes);
  if (text !== undefined) return accept(text);
  log.fix('text-recoded', place);
  return accept(decodeAs('windows-1252', bytes) ?? '');
}

function decodeChosen(bytes: Uint8Array, codePage: string, place: string): Outcome<string> {
  const text = decoderOf(codePage)?.(bytes);
  if (text !== undefined) return accept(text);
  return refuse('bad-text', place, `The text is not in the code page “${codePage}”. Choose another one.`);
}

function decodeDeclared(bytes: Uint8Array, label: string, place: string): Outcome<string> {
  const text = decodeAs(label, bytes);
  if (text !== undefined) return accept(text);
  return refuse(
    'bad-text',
    place,
    `The XML declaration names the encoding “${label}”, which is unknown or not kept to. Choose another one, or save the file as UTF-8.`,
  );
}

/** Detects UTF-16 by its byte order mark, or by the zero byte next to the first character of JSON, XML or WKT. */
function wideEncoding(bytes: Uint8Array): { label: string; markLength: number } | undefined {
  if (startsWith(bytes, [0xff, 0xfe])) return { label: 'utf-16le', markLength: 2 };
  if (startsWith(bytes, [0xfe, 0xff])) return { label: 'utf-16be', markLength: 2 };
  const [first, second, third, fourth] = bytes;
  if (first && second === 0 && third && fourth === 0) return { label: 'utf-16le', markLength: 0 };
  if (first === 0 && second && third === 0 && fourth) return { label: 'utf-16be', markLength: 0 };
  return undefined;
}

const declarationLength = 200;

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const beginning = decodeAs('windows-1252', bytes.subarray(0, declarationLength)) ?? '';
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(beginning)?.[1];
}

/** Whether bytes begin with a signature. */
export function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}
