import { webpSize } from '../../../shared/map-sources/webp-size.ts';
import type { HttpResponse } from '../service/http.ts';
import { looksLikeHtml } from '../service/read-response.ts';

/** Maximum pixels per side of a tile: a small file can decompress to a huge image. */
const maxSide = 4096;

type Found = { readonly type: string; readonly side?: number };

/** The type of an image by its first bytes, with its longer side if known; undefined for anything else. */
function findImage(bytes: Uint8Array): Found | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) && bytes.length >= 24) {
    return { type: 'image/png', side: Math.max(view.getUint32(16), view.getUint32(20)) };
  }
  if (startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return { type: 'image/jpeg', side: jpegSide(view) };
  if (isText(bytes, 0, 'RIFF') && isText(bytes, 8, 'WEBP'))
    return { type: 'image/webp', side: Math.max(...webpSize(view)) };
  if (isText(bytes, 4, 'ftypavif') || isText(bytes, 4, 'ftypavis'))
    return { type: 'image/avif', side: avifSide(bytes, view) };
  if (isText(bytes, 0, 'GIF8') && bytes.length >= 10) {
    return { type: 'image/gif', side: Math.max(view.getUint16(6, true), view.getUint16(8, true)) };
  }
  return undefined;
}

/** The longest side in the properties of an AVIF image (ISO/IEC 23008-12, `ispe`); infinite where there is none. */
function avifSide(bytes: Uint8Array, view: DataView): number {
  const ends = Math.min(bytes.length - 16, 65_536);
  let side = 0;
  for (let at = 0; at <= ends; at += 1) {
    if (view.getUint32(at) === 0x69737065)
      side = Math.max(side, view.getUint32(at + 8), view.getUint32(at + 12));
  }
  return side || Number.POSITIVE_INFINITY;
}

/** The content type of a tile's image; undefined when the bytes are no image, or one that is too large. */
export function imageType(bytes: Uint8Array): string | undefined {
  const found = findImage(bytes);
  return found && (found.side ?? 0) <= maxSide ? found.type : undefined;
}

/** Describes a response that is not an image, completing the sentence "host sent …". */
export function describeUnexpectedBody(response: HttpResponse): string {
  const { body, headers } = response;
  if (body.length === 0) return 'an empty response';
  const side = findImage(body)?.side;
  if (side === Number.POSITIVE_INFINITY) return 'an image that does not state its size';
  if (side !== undefined && side > maxSide) return `an image of ${side} pixels, more than ${maxSide}`;
  const text = new TextDecoder().decode(body.subarray(0, 4096));
  const exception = serviceException(text);
  if (exception !== undefined) return `an error of the service: “${exception}”`;
  const type = headers['content-type']?.split(';', 1)[0]?.trim() ?? '';
  if (/html/i.test(type) || (looksLikeHtml(response) && /<html|<!doctype html/i.test(text))) {
    return 'a web page instead of an image. Check the address; a sign-in page or a proxy may stand in between';
  }
  if (/mapbox-vector|protobuf|pbf/i.test(type) || body[0] === 0x1a) {
    return 'a vector tile (MVT); those can be drawn from PMTiles archives only';
  }
  if (/^\s*[{[]/.test(text)) return `a text instead of an image: “${text.trim().slice(0, 200)}”`;
  return `no image that can be shown${type === '' ? '' : ` (${type.slice(0, 60)})`}. PNG, JPEG, WebP, AVIF and GIF can`;
}

/** The words of an OGC exception report, or undefined. */
function serviceException(text: string): string | undefined {
  if (!/<(?:\w+:)?(?:ServiceException|ExceptionReport)/.test(text)) return undefined;
  const found = /<(?:\w+:)?(?:ServiceException|ExceptionText)(?:\s[^>]*)?>\s*(?:<!\[CDATA\[)?([^<\]]*)/.exec(
    text,
  )?.[1];
  return found?.replace(/\s+/g, ' ').trim().slice(0, 200) || 'no reason is given';
}

/** The longer side by the first frame of a JPEG image (ITU T.81, B.2.2); infinite where there is none. */
function jpegSide(view: DataView): number {
  let at = 2;
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // Markers may be preceded by any number of these.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return Math.max(view.getUint16(at + 5), view.getUint16(at + 7));
    at += 2 + view.getUint16(at + 2);
  }
  return Number.POSITIVE_INFINITY;
}

function startsWith(bytes: Uint8Array, at: number, expected: readonly number[]): boolean {
  return expected.every((byte, index) => bytes[at + index] === byte);
}

function isText(bytes: Uint8Array, at: number, text: string): boolean {
  return startsWith(
    bytes,
    at,
    [...text].map((letter) => letter.charCodeAt(0)),
  );
}
