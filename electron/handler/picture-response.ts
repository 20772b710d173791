import path from 'node:path';
import { beginPartFile } from '../core/exchange/part-file.ts';
import type { HostServices } from '../host-services.ts';
import { jsonResponse } from './json-response.ts';

/** A picture is made on a page's canvas; none that a browser can make is larger. */
const maxPictureBytes = 256 * 1024 * 1024;

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The path to which the page sends a picture of its map, with the name it suggests: `/pictures?name=map.png`. */
export const picturesPath = '/pictures';

/** Whether a request to this path, query included, sends a picture. */
export function isPicture(target: string): boolean {
  return target === picturesPath || target.startsWith(`${picturesPath}?`);
}

/**
 * Takes a PNG, asks where it is to lie, and writes it there, whole or not at all. Answers
 * `{ saved: { name, path, downloadUrl? } }`, or `{ saved: null }` when the user chose no place. Refused with
 * `{ kind, reason }`: 400 `invalid-input`, 413 `too-large`, 500 `disk`.
 */
export async function pictureResponse(request: Request, host: HostServices): Promise<Response> {
  const bytes = await readPicture(request);
  if (!bytes) {
    return jsonResponse(413, {
      kind: 'too-large',
      reason: `The picture is larger than ${maxPictureBytes} bytes. Choose a smaller size.`,
    });
  }
  if (!pngSignature.every((byte, index) => bytes[index] === byte)) {
    return jsonResponse(400, { kind: 'invalid-input', reason: 'What was sent is no PNG picture.' });
  }
  const target = await host.chooseSaveTarget(plainName(new URL(request.url).searchParams.get('name')));
  if (!target) return jsonResponse(200, { saved: null });
  try {
    await writeWhole(target.path, bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return jsonResponse(500, {
      kind: 'disk',
      reason: `The picture could not be written to ${target.path}: ${reason} Choose another place.`,
    });
  }
  return jsonResponse(200, { saved: { name: path.basename(target.path), ...target } });
}

async function readPicture(request: Request): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > maxPictureBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const part = await beginPartFile(file);
  try {
    await part.write(bytes);
    await part.finish();
    await part.publish();
  } catch (error) {
    await part.discard();
    throw error;
  }
}

/** A suggestion only: no folder, no character that a file system could mind. */
function plainName(name: string | null): string {
  const plain = (name ?? '')
    .replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, '-')
    .replace(/^[\s.-]+/, '')
    .slice(0, 120);
  return plain === '' ? 'map.png' : plain;
}
