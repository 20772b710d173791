import { existsSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { toFileName } from '../../shared/file-name.ts';
import { hostPaths } from '../../shared/host-paths.ts';
import { freeName } from '../core/base/free-name.ts';
import { jsonResponse } from '../handler/json-response.ts';
import { securityHeaders } from '../handler/security-headers.ts';
import type { SaveTarget } from '../host-services.ts';

/**
 * The folder into which the browser host writes exports, and from which the browser downloads them. It is created when
 * first needed.
 */
export function createExportFolder(folder: string) {
  // A file exists only once its export is complete, so assigned names are reserved until then.
  const assignedNames = new Set<string>();
  return {
    /** An unused file name, derived from the suggested one. */
    async chooseTarget(suggestedName: string): Promise<SaveTarget> {
      await mkdir(folder, { recursive: true });
      const name = freeName(
        toFileName(suggestedName, 'export'),
        (candidate) => assignedNames.has(candidate) || existsSync(path.join(folder, candidate)),
      );
      assignedNames.add(name);
      return { path: path.join(folder, name), downloadUrl: hostPaths.exports + encodeURIComponent(name) };
    },
    /**
     * Responds to `/exports/<name>` with the file as a download, or for `?open` with a page that can run nothing and load
     * nothing; undefined for any other path.
     */
    async respond(request: Request): Promise<Response | undefined> {
      const { pathname, searchParams } = new URL(request.url);
      if (!pathname.startsWith(hostPaths.exports)) return undefined;
      const name = nameIn(pathname);
      if (request.method !== 'GET' || name === undefined) return notFound(pathname);
      const isPage = searchParams.has('open') && name.endsWith('.html');
      return (await send(path.join(folder, name), name, isPage)) ?? notFound(pathname);
    },
  };
}

/** The name in an address; undefined for one that no export has. */
function nameIn(pathname: string): string | undefined {
  try {
    const name = decodeURIComponent(pathname.slice(hostPaths.exports.length));
    return name !== '' && toFileName(name, '') === name ? name : undefined;
  } catch {
    return undefined;
  }
}

/** The policy of a report: it needs styles and images, and its contents come from strangers. */
const pagePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

async function send(file: string, name: string, isPage: boolean): Promise<Response | undefined> {
  if (!existsSync(file)) return undefined;
  const handle = await open(file);
  const { size } = await handle.stat();
  return new Response(Readable.toWeb(handle.createReadStream()), {
    headers: {
      ...securityHeaders,
      'content-type': isPage
        ? 'text/html; charset=utf-8'
        : name.endsWith('.geojson')
          ? 'application/geo+json'
          : 'application/octet-stream',
      'content-length': String(size),
      ...(isPage
        ? { 'content-security-policy': pagePolicy }
        : { 'content-disposition': contentDisposition(name) }),
      'cache-control': 'no-store',
    },
  });
}

/** RFC 6266 with the name in RFC 8187, since a header has no letters beyond ASCII. */
function contentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|[%"\\]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16)}`,
  );
  return plain === name
    ? `attachment; filename="${name}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function notFound(pathname: string): Response {
  return jsonResponse(404, { reason: `There is no finished export at ${pathname}.` }, securityHeaders);
}
