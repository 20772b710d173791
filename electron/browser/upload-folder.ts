import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { textStart } from '../../shared/cut-text.ts';
import { hostPaths } from '../../shared/host-paths.ts';
import { type Failure, type FailureCode, fail, type Result, succeed } from '../../shared/result.ts';
import { emptyFileMessage, maxSliceBytes, uploadSliceSchema } from '../../shared/upload.ts';
import type { ChosenFile } from '../core/base/file-ids.ts';
import { requireSpace } from '../core/base/free-space.ts';
import { undefinedIfMissing } from '../core/base/missing-file.ts';
import { createSerialQueue, type SerialQueue } from '../core/base/serial-queue.ts';
import { writeFailure } from '../core/base/write-error.ts';
import { jsonResponse } from '../handler/json-response.ts';
import { securityHeaders } from '../handler/security-headers.ts';

/**
 * Files uploaded by the page, which cannot pass their paths: workspaces, map files and raw records in a
 * browser, and in Electron what is dropped on the window. They come in slices, since Electron reads the whole body of a
 * request into memory (shell/browser/net/node_stream_loader.cc).
 */
export type UploadFolder = {
  /**
   * Responds to `POST /incoming?id=…&name=…&offset=…&total=…`, whose body is a slice, with `{ received }`, the bytes so far,
   * and to `DELETE /incoming?id=…`, which removes the upload. Undefined for any other path. Errors are `{ kind, reason }`.
   */
  respond(request: Request): Promise<Response | undefined>;
  /** The uploaded file with this id; null when there is none, or when it is not complete. */
  find(uploadId: string | null): ChosenFile | null;
};

type Upload = {
  readonly file: ChosenFile;
  readonly total: number;
  received: number;
  /** Its slices are written one after the other. */
  readonly queue: SerialQueue;
  /** Removes the upload when its page has gone away. */
  timer?: NodeJS.Timeout;
};

/** Time in milliseconds after the last slice of an incomplete upload, after which it is removed. */
const abandonedMs = 10 * 60_000;

/** Age in milliseconds from which on nothing uses a file of the folder any more, and how often that is checked. */
const maxAgeMs = 24 * 3600_000;
const sweepEveryMs = 3600_000;

/** Empties the folder first: ids of uploads to an earlier run are not known any more. Later it removes old files. */
export async function createUploadFolder(folder: string): Promise<UploadFolder> {
  await rm(folder, { recursive: true, force: true });
  const uploads = new Map<string, Upload>();

  const remove = async (id: string) => {
    const upload = uploads.get(id);
    if (!upload) return;
    uploads.delete(id);
    clearTimeout(upload.timer);
    await upload.queue.run(() => rm(upload.file.path, { force: true }));
  };

  const removeOld = async () => {
    for (const name of (await undefinedIfMissing(readdir(folder))) ?? []) {
      const file = path.join(folder, name);
      const age = Date.now() - ((await undefinedIfMissing(stat(file)))?.mtimeMs ?? Date.now());
      if (age < maxAgeMs) continue;
      await remove(name);
      await rm(file, { force: true });
    }
  };
  // A file that cannot be removed now is tried again.
  setInterval(() => void removeOld().catch(() => {}), sweepEveryMs).unref();

  const add = (id: string, name: string, total: number): Upload => {
    const file = { path: path.join(folder, id), name: plainName(name), isTemporary: true };
    const upload: Upload = { file, total, received: 0, queue: createSerialQueue() };
    uploads.set(id, upload);
    return upload;
  };

  /** Bytes that uploads will still write. */
  const missingBytes = () =>
    [...uploads.values()].reduce((sum, { total, received }) => sum + total - received, 0);

  const receive = async (request: Request, query: URLSearchParams): Promise<Response> => {
    const slice = uploadSliceSchema.safeParse(Object.fromEntries(query)).data;
    if (!slice) {
      const isEmpty = query.get('total') === '0';
      const name = plainName(query.get('name') ?? '');
      const message = isEmpty ? emptyFileMessage(name) : 'The slice of the file has no valid address.';
      return refuse({ code: 'invalid-input', message });
    }
    const { id, name, offset, total } = slice;
    const bytes = await readSlice(request);
    if (!bytes)
      return refuse({ code: 'too-large', message: `A slice has more than ${maxSliceBytes} bytes.` });
    if (bytes.length === 0) return refuse({ code: 'invalid-input', message: 'The slice has no bytes.' });
    const upload = uploads.get(id) ?? add(id, name, total);
    if (upload.total !== total) {
      const message = `${upload.file.name} has ${upload.total} bytes, and now ${total}. Send it again.`;
      return refuse({ code: 'conflict', message });
    }
    clearTimeout(upload.timer);
    try {
      const appended = await upload.queue.run(() => append(upload, offset, bytes, missingBytes()));
      if (appended.ok) return jsonResponse(200, { received: appended.value }, securityHeaders);
      if (upload.received === 0) await remove(id);
      return refuse(appended.failure);
    } catch (error) {
      await remove(id);
      return refuse(writeFailure(error, upload.file.path));
    } finally {
      if (uploads.get(id) === upload && upload.received < total) {
        upload.timer = setTimeout(() => void remove(id), abandonedMs).unref();
      }
    }
  };

  return {
    async respond(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname !== hostPaths.uploads) return undefined;
      if (request.method === 'POST') return receive(request, searchParams);
      if (request.method === 'DELETE') {
        await remove(searchParams.get('id') ?? '');
        return new Response(null, { status: 204, headers: securityHeaders });
      }
      return jsonResponse(
        405,
        { reason: 'Files are sent with POST.' },
        { ...securityHeaders, allow: 'POST, DELETE' },
      );
    },
    find(uploadId) {
      const upload = uploads.get(uploadId ?? '');
      return upload && upload.received === upload.total ? upload.file : null;
    },
  };
}

/** Writes a slice, and returns how many bytes of the file there are then; `space`: how many the disk must have at first. */
async function append(
  upload: Upload,
  offset: number,
  bytes: Uint8Array,
  space: number,
): Promise<Result<number>> {
  const { file, received, total } = upload;
  const end = offset + bytes.length;
  if (end > total) return fail('invalid-input', `The slice ends at byte ${end} of a file of ${total} bytes.`);
  if (end <= received) return succeed(received);
  if (offset !== received) {
    return fail(
      'conflict',
      `A part of ${file.name} is missing: ${received} of ${total} bytes have arrived. Send the file again.`,
    );
  }
  if (offset === 0) {
    const folder = path.dirname(file.path);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const enough = await requireSpace(folder, space);
    if (!enough.ok) return enough;
  }
  const handle = await open(file.path, offset === 0 ? 'wx' : 'r+', 0o600);
  try {
    for (let done = 0; done < bytes.length; ) {
      done += (await handle.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
    }
  } finally {
    await handle.close();
  }
  upload.received = end;
  return succeed(end);
}

/** The body; undefined when it is larger than a slice may be. */
async function readSlice(request: Request): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > maxSliceBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const statuses: Partial<Record<FailureCode, number>> = { conflict: 409, 'too-large': 413, disk: 507 };

function refuse({ code: kind, message: reason, details }: Failure): Response {
  return jsonResponse(statuses[kind] ?? 400, { kind, reason, details }, securityHeaders);
}

/** For display only; never used as a path. */
function plainName(name: string): string {
  return textStart(path.basename(name.replaceAll('\\', '/')), 200) || 'file';
}
