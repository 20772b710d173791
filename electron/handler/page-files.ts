import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { bytesResponse } from './bytes-response.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Returns a file of the built page below `rendererDir`; undefined when there is none. */
export async function pageFile(rendererDir: string, pathname: string): Promise<Response | undefined> {
  const file = pageFilePath(rendererDir, pathname);
  const content = file && (await readIfPresent(file));
  if (!file || !content) return undefined;
  return bytesResponse(content, {
    'content-type': contentTypes[path.extname(file)] ?? 'application/octet-stream',
    // The names of Vite's files in assets/ contain a hash of their content.
    'cache-control': pathname.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
  });
}

/**
 * The file that a request path names, `/` being the page itself. Undefined for what could lead out of the folder:
 * encoded separators, drive letters and streams (`:`), NUL, or broken encoding.
 */
export function pageFilePath(rendererDir: string, pathname: string): string | undefined {
  if (pathname === '/') return path.join(rendererDir, 'index.html');
  const segments = pathname.split('/').slice(1).map(decodeSegment);
  if (!segments.every(isPlainName)) return undefined;
  return path.join(rendererDir, ...segments);
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function isPlainName(segment: string | undefined): segment is string {
  return segment !== undefined && /^[^/\\:\0]+$/.test(segment) && segment !== '.' && segment !== '..';
}

async function readIfPresent(file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
