import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { jsonResponse } from '../handler/json-response.ts';
import { securityHeaders } from '../handler/security-headers.ts';
import type { OpenFile } from '../host-services.ts';

/** Files that the page sends because a browser cannot name them: whole workspaces and case packages. */
export type IncomingFolder = {
  /** Answers `POST /incoming?name=<name>` with the id of what was sent; undefined for any other path. */
  answer(request: Request): Promise<Response | undefined>;
  /** The file with this id; null where there is none. */
  take(uploadId: string | null): OpenFile | null;
};

const incomingPath = '/incoming';

/** Whether a request to this path, query included, sends a file. */
export function isIncoming(target: string): boolean {
  return target === incomingPath || target.startsWith(`${incomingPath}?`);
}

/** Begins with an empty folder: what an earlier run left there nobody can ask for any more. */
export async function createIncomingFolder(folder: string): Promise<IncomingFolder> {
  await rm(folder, { recursive: true, force: true });
  const files = new Map<string, OpenFile>();

  const receive = async (request: Request, name: string): Promise<Response> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const refused = await whyTooLarge(folder, Number(request.headers.get('content-length')));
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
    async answer(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname !== incomingPath) return undefined;
      if (request.method !== 'POST') {
        return jsonResponse(
          405,
          { reason: 'Files are sent with POST.' },
          { ...securityHeaders, allow: 'POST' },
        );
      }
      return receive(request, plainName(searchParams.get('name')));
    },
    take: (uploadId) => (uploadId === null ? null : (files.get(uploadId) ?? null)),
  };
}

/** Shown only; never a place on the disk. */
function plainName(name: string | null): string {
  return path.basename((name ?? '').replaceAll('\\', '/')).slice(0, 200) || 'file';
}

async function whyTooLarge(folder: string, bytes: number): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder);
  if (!(bytes > bavail * bsize)) return undefined;
  return `The disk of ${folder} has no room for a file of ${bytes} bytes. Free some space and try again.`;
}
