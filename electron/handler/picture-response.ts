import path from 'node:path';
import { causeText } from '../../shared/error-text.ts';
import { toFileName } from '../../shared/file-name.ts';
import { hostPaths, isPathOf } from '../../shared/host-paths.ts';
import { chooseMarkedTarget, markedFileName } from '../api/choose-files.ts';
import { writePartAndPublish } from '../core/base/part-files.ts';
import type { Core } from '../core/core.ts';
import type { HostServices } from '../host-services.ts';
import { jsonResponse } from './json-response.ts';

/** Maximum size of a picture; larger than any canvas that a browser supports. */
const maxPictureBytes = 256 * 1024 * 1024;

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Whether a request to this path, query included, sends a picture: `/pictures?name=map.png`. */
export function isPictureUpload(target: string): boolean {
  return isPathOf(target, hostPaths.pictures);
}

/**
 * Asks the user for a file and writes the uploaded PNG to it atomically. With the parameter `sequence`, the id of a
 * job, adds it to the images of that job. Returns `{ saved: { name, path, downloadUrl? } }`, or `{ saved: null }` when
 * the user cancelled and for a sequence. Errors are `{ kind, reason }`: 400 `invalid-input`, 409 for a job that has
 * ended, 413 `too-large`, 500 `disk`.
 */
export async function pictureResponse(
  request: Request,
  host: HostServices,
  core: Pick<Core, 'pictureSequences' | 'workspace'>,
): Promise<Response> {
  const bytes = await readPicture(request);
  if (!bytes) {
    return jsonResponse(413, {
      kind: 'too-large',
      reason: `The picture is larger than ${maxPictureBytes} bytes. Choose a smaller size.`,
    });
  }
  if (!pngSignature.every((byte, index) => bytes[index] === byte)) {
    return jsonResponse(400, { kind: 'invalid-input', reason: 'The uploaded file is not a PNG picture.' });
  }
  const { searchParams } = new URL(request.url);
  const name = toFileName(searchParams.get('name') ?? '', 'map.png');
  const sequence = searchParams.get('sequence');
  if (sequence !== null) {
    const added = await core.pictureSequences.add(sequence, await markedFileName(core, name), bytes);
    if (added.ok) return jsonResponse(200, { saved: null });
    return jsonResponse(409, {
      kind: added.failure.code,
      reason: added.failure.message,
      details: added.failure.details,
    });
  }
  const target = await chooseMarkedTarget({ core, host }, name);
  if (!target) return jsonResponse(200, { saved: null });
  try {
    await writePartAndPublish(target.path, bytes);
  } catch (error) {
    return jsonResponse(500, {
      kind: 'disk',
      reason: `The picture could not be written to ${target.path}. Choose another place.`,
      details: causeText(error),
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
