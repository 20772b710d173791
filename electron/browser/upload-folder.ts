import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hostPaths, isPathOf } from '../../shared/host-paths.ts';
import { jsonResponse } from '../handler/json-response.ts';
import { securityHeaders } from '../handler/security-headers.ts';
import type { OpenFile } from '../host-services.ts';

/**
 * Files uploaded by the page, which cannot pass their paths: workspaces, case packages, map files and raw records in a
 * browser, and in Electron what is dropped on the window.
 */
export type UploadFolder = {
  /** Responds to `POST /incoming?name=<name>` with the id of the upload; undefined for any other path. */
  respond(request: Request): Promise<Response | undefined>;
  /** The uploaded file with this id; null when there is none. */
  find(uploadId: string | null): OpenFile | null;
};

/** Whether a request to this path, query included, uploads a file. */
export function isUpload(target: string): boolean {
  return isPathOf(target, hostPaths.uploads);
}

/** Empties the folder first: ids of uploads to an earlier run are not known any more. */
export async function createUploadFolder(folder: string): Promise<UploadFolder> {
  await rm(folder, { recursive: true, force: true });
  const files = new Map<string, OpenFile>();

  const receive = async (request: Request, name: string): Promise<Response> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const refused = await sizeRefusal(folder, Number(request.headers.get('content-length')));
    if (refused !== undefined) return jsonResponse(413, { reason: refused }, securityHeaders);
    if (!request.body) return jsonResponse(400, { reason: 'The file is empty.' }, securityHeaders);
    const id = randomUUID();
    const file = path.join(folder, id);
    try {
      await pipeline(
        Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]),
        createWriteStream(file, { flags: 'wx', mode: 0o600 }),
      );
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
    files.set(id, { path: file, name, isTemporary: true });
    return jsonResponse(200, { uploadId: id }, securityHeaders);
  };

  return {
    async respond(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname !== hostPaths.uploads) return undefined;
      if (request.method !== 'POST') {
        return jsonResponse(
          405,
          { reason: 'Files are sent with POST.' },
          { ...securityHeaders, allow: 'POST' },
        );
      }
      return receive(request, plainName(searchParams.get('name')));
    },
    find: (uploadId) => (uploadId === null ? null : (files.get(uploadId) ?? null)),
  };
}

/** For display only; never used as a path. */
function plainName(name: string | null): string {
  return path.basename((name ?? '').replaceAll('\\', '/')).slice(0, 200) || 'file';
}

async function sizeRefusal(folder: string, bytes: number): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder);
  if (!(bytes > bavail * bsize)) return undefined;
  return `The disk of ${folder} has no room for a file of ${bytes} bytes. Free some space and try again.`;
}
