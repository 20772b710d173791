import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isMissingFile } from '../base/missing-file.ts';
import { createHttp, type FinishedExchange } from '../service/http.ts';
import type { NetworkAccess } from '../service/network-access.ts';
import type { UpdateSource } from './update-installer.ts';

/** Timeout for fetching a package, in milliseconds: 150 MB at 1 Mbit/s. */
const totalMs = 20 * 60_000;

/** Updates in a folder of a web server. Only files of that server are read, and no redirect is followed. */
export function createWebSource(
  address: string,
  network: NetworkAccess,
  onFinished?: (exchange: FinishedExchange) => void,
): UpdateSource {
  const http = createHttp({
    network,
    totalMs,
    slowMs: 1_000,
    addressIn: 'Settings, Updates',
    ...(onFinished ? { onFinished } : {}),
  });
  const base = new URL(address.endsWith('/') ? address : `${address}/`);
  return {
    baseUrl: base.href,
    name: base.host,
    async read(url, { maxBytes, onReceived, signal }) {
      if (url.origin !== base.origin) {
        throw new Error(`${base.host} names a package on another server (${url.host}), which is not read.`);
      }
      const outcome = await http({
        method: 'GET',
        url,
        maxBytes,
        connection: 'reused',
        isLong: true,
        onSlow: ({ receivedBytes }) => onReceived?.(receivedBytes),
        signal,
      });
      if (!outcome.ok) throw new Error(outcome.failure.message, { cause: outcome.failure.details });
      const { status, body } = outcome.response;
      if (status !== 200) throw new Error(`${base.host} has no ${fileNameOf(url)} (status ${status}).`);
      return body;
    },
  };
}

/** Updates in a folder, for a computer without a network. Only files in that folder are read. */
export function createFolderSource(folder: string): UpdateSource {
  return {
    baseUrl: 'http://folder.invalid/',
    name: folder,
    async read(url, { maxBytes }) {
      const name = fileNameOf(url);
      const file = path.join(folder, name);
      try {
        if ((await stat(file)).size > maxBytes) throw new Error(`${file} is too large.`);
        return await readFile(file);
      } catch (error) {
        if (isMissingFile(error)) throw new Error(`${name} is not in ${folder}.`, { cause: error });
        throw error;
      }
    },
  };
}

function fileNameOf(url: URL): string {
  return path.posix.basename(decodeURIComponent(url.pathname)).replaceAll('\\', '');
}
