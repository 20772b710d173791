import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { MapSources } from '../core/map-sources/map-sources.ts';
import { jsonResponse } from './json-response.ts';

/**
 * `/sources/<source>`: bytes of a GeoTIFF, complete (200) or one range (206, RFC 9110, 14). 404 when there is none or
 * the file is missing or empty, 416 for an unsatisfiable range and for multiple ranges.
 */
export async function sourceFileResponse(
  request: Request,
  id: string,
  mapSources: Pick<MapSources, 'file'>,
): Promise<Response> {
  const file = mapSources.file(id);
  const found = file && (await stat(file.path).catch(() => undefined));
  if (!file) return jsonResponse(404, { kind: 'no-source', reason: 'There is no such file.' });
  if (!found?.isFile() || found.size === 0) {
    const what = found?.isFile() ? 'is empty (0 bytes)' : 'is not where it was';
    const reason = `The file ${file.name} ${what}. Restore it, or choose it again.`;
    return jsonResponse(404, { kind: 'no-source', reason });
  }
  const headers = {
    'content-type': 'image/tiff',
    'cache-control': 'no-store',
    'accept-ranges': 'bytes',
    etag: `"${found.size.toString(16)}-${Math.round(found.mtimeMs).toString(16)}"`,
  };
  const range = request.headers.get('range');
  const part = range === null ? { from: 0, to: found.size - 1 } : readRange(range, found.size);
  if (!part) {
    return jsonResponse(
      416,
      { reason: 'The file has no such part.' },
      { 'content-range': `bytes */${found.size}` },
    );
  }
  const { from, to } = part;
  const body = Readable.toWeb(createReadStream(file.path, { start: from, end: to })) as ReadableStream;
  return new Response(body, {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      'content-length': String(to - from + 1),
      ...(range === null ? {} : { 'content-range': `bytes ${from}-${to}/${found.size}` }),
    },
  });
}

function readRange(header: string, size: number): { readonly from: number; readonly to: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, first = '', last = ''] = match;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  return from <= to ? { from, to } : undefined;
}
