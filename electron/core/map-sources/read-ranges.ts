import { open } from 'node:fs/promises';
import { EtagMismatch } from 'pmtiles';
import { type Failure, fail, failBecause } from '../../../shared/result.ts';
import type { Http } from '../service/http.ts';
import { isOffline, offlineBackoffMs } from './fetch-tile.ts';
import type { HostLimiter } from './host-limiter.ts';
import { ArchiveFailure, type ReadRange } from './pmtiles-archive.ts';

/** Maximum length of a part, since offsets and lengths come from the archive itself. */
const maxPartBytes = 32 * 2 ** 20;

/** Reads bytes of a local file. The file is opened for each read, so that it is not locked. */
export function readFileRange(file: string, name: string): ReadRange {
  return async (offset, length) => {
    requirePart(name, length);
    try {
      const handle = await open(file, 'r');
      try {
        const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset);
        return { data: buffer.buffer.slice(0, bytesRead) };
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw new ArchiveFailure(fileFailure(name, error));
    }
  };
}

/** The failure for a file that cannot be read. */
export function fileFailure(name: string, error: unknown): Failure {
  return failBecause('disk', describeFileError(name, error), error).failure;
}

function describeFileError(name: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return `The file ${name} is not where it was. Restore it, or choose it again.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `The file ${name} may not be read. Check its permissions.`;
  return `The file ${name} cannot be read.`;
}

/** Reads bytes of an archive at an address by range requests (RFC 9110, 14). */
export function readWebRange(address: string, http: Http, gate: HostLimiter): ReadRange {
  const url = new URL(address);
  const { host } = url;
  return async (offset, length, signal, etag) => {
    requirePart(host, length);
    const outcome = await gate.run(host, signal, async () => {
      const resting = gate.backoffFailure(host);
      if (resting) throw new ArchiveFailure(resting);
      return http({
        method: 'GET',
        url,
        // With a content encoding, ranges would apply to the compressed bytes.
        headers: { Range: `bytes=${offset}-${offset + length - 1}`, 'Accept-Encoding': 'identity' },
        maxBytes: Math.max(length, 2 ** 20),
        connection: 'reused',
        signal,
      });
    });
    if (!outcome.ok) {
      signal?.throwIfAborted();
      const { failure } = outcome;
      if (isOffline(failure)) gate.backOff(host, failure, offlineBackoffMs);
      throw new ArchiveFailure(failure.code === 'too-large' ? noRanges(host) : failure);
    }
    gate.clearBackoff(host);
    const { status, headers, body } = outcome.response;
    if (etag !== undefined && status === 416) throw new EtagMismatch('The archive has changed.');
    if (status === 200 && body.length > length) throw new ArchiveFailure(noRanges(host));
    if (status !== 206 && status !== 200) {
      const missing = status === 404 ? ' (there is nothing at this address)' : '';
      throw new ArchiveFailure(
        fail('refused', `${host} answered with status ${status}${missing}.`, { status }).failure,
      );
    }
    // A weak ETag does not guarantee identical bytes.
    const strong = headers.etag?.startsWith('W/') ? undefined : headers.etag;
    if (etag !== undefined && strong !== etag) throw new EtagMismatch('The archive has changed.');
    return {
      data: new Uint8Array(body).buffer,
      ...(strong === undefined ? {} : { etag: strong }),
    };
  };
}

function noRanges(host: string) {
  return fail(
    'bad-response',
    `${host} does not send parts of files (HTTP ranges), which PMTiles needs. Download the archive and add it as a file.`,
  ).failure;
}

function requirePart(name: string, length: number): void {
  if (length > 0 && length <= maxPartBytes) return;
  const message = `${name} names a part of ${length} bytes, which no archive has. The file is damaged.`;
  throw new ArchiveFailure(fail('bad-response', message).failure);
}
