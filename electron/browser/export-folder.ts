import { existsSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { hostPaths } from '../../shared/host-paths.ts';
import { freeName } from '../core/base/free-name.ts';
import { jsonResponse } from '../handler/json-response.ts';
import { securityHeaders } from '../handler/security-headers.ts';
import type { SaveTarget } from '../host-services.ts';

/** The folder into which the browser host writes exports, and from which the browser downloads them. */
export type ExportFolder = {
  /** An unused file name, derived from the suggested one. */
  chooseTarget(suggestedName: string): Promise<SaveTarget>;
  /** Responds to `/exports/<name>` with the file as a download; undefined for any other path. */
  respond(request: Request): Promise<Response | undefined>;
};

/** Exports in `folder`, which is created when first needed. */
export function createExportFolder(folder: string): ExportFolder {
  // A file exists only once its export is complete, so assigned names are reserved until then.
  const assignedNames = new Set<string>();
  return {
    async chooseTarget(suggestedName) {
      await mkdir(folder, { recursive: true });
      const name = freeName(
        plainName(suggestedName),
        (candidate) => assignedNames.has(candidate) || existsSync(path.join(folder, candidate)),
      );
      assignedNames.add(name);
      return { path: path.join(folder, name), downloadUrl: hostPaths.exports + encodeURIComponent(name) };
    },
    async respond(request) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith(hostPaths.exports)) return undefined;
      const name = nameIn(pathname);
      if (request.method !== 'GET' || name === undefined) return notFound(pathname);
      return (await download(path.join(folder, name), name)) ?? notFound(pathname);
    },
  };
}

/** The suggested name without characters that a file system could reject. */
function plainName(suggestedName: string): string {
  const cleaned = suggestedName.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '');
  return cleaned === '' ? 'export' : cleaned;
}

function nameIn(pathname: string): string | undefined {
  const name = pathname.slice(hostPaths.exports.length);
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

function notFound(pathname: string): Response {
  return jsonResponse(404, { reason: `There is no finished export at ${pathname}.` }, securityHeaders);
}
