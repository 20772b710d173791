import { existsSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { jsonResponse } from '../handler/json-response.ts';
import { securityHeaders } from '../handler/security-headers.ts';
import type { SaveTarget } from '../host-services.ts';

/** Where the browser host has exports written, and from where the browser downloads them. */
export type ExportFolder = {
  /** A file name that nothing has yet, made from the suggested one. */
  chooseTarget(suggestedName: string): Promise<SaveTarget>;
  /** Answers `/exports/<name>` with the file as a download; undefined for any other path. */
  answer(request: Request): Promise<Response | undefined>;
};

const prefix = '/exports/';

/** Exports in `folder`, which is made when first needed. */
export function createExportFolder(folder: string): ExportFolder {
  // Files appear only when an export is done: what was given out must be remembered until then.
  const given = new Set<string>();
  return {
    async chooseTarget(suggestedName) {
      await mkdir(folder, { recursive: true });
      const name = freeName(
        plainName(suggestedName),
        (candidate) => given.has(candidate) || existsSync(path.join(folder, candidate)),
      );
      given.add(name);
      return { path: path.join(folder, name), downloadUrl: prefix + encodeURIComponent(name) };
    },
    async answer(request) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith(prefix)) return undefined;
      const name = nameIn(pathname);
      if (request.method !== 'GET' || name === undefined) return notThere(pathname);
      return (await download(path.join(folder, name), name)) ?? notThere(pathname);
    },
  };
}

/** `name`, or the first of `name-2`, `name-3`, … that is not taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const { name: stem, ext } = path.parse(name);
  let candidate = name;
  for (let count = 2; isTaken(candidate); count += 1) candidate = `${stem}-${count}${ext}`;
  return candidate;
}

/** What is left of a suggested name once everything that a file system could mind is taken out. */
function plainName(suggestedName: string): string {
  const cleaned = suggestedName.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '');
  return cleaned === '' ? 'export' : cleaned;
}

function nameIn(pathname: string): string | undefined {
  const name = pathname.slice(prefix.length);
  return /^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(name) ? name : undefined;
}

async function download(file: string, name: string): Promise<Response | undefined> {
  if (!existsSync(file)) return undefined;
  const handle = await open(file);
  const { size } = await handle.stat();
  return new Response(Readable.toWeb(handle.createReadStream()), {
    headers: {
      ...securityHeaders,
      'content-type': name.endsWith('.geojson') ? 'application/geo+json' : 'application/octet-stream',
      'content-length': String(size),
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}

function notThere(pathname: string): Response {
  return jsonResponse(404, { reason: `There is no finished export at ${pathname}.` }, securityHeaders);
}
