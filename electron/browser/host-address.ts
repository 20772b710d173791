import { randomInt } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../core/base/replace-file.ts';

/** An address of loopback and a port. A browser keeps what a page stores by both, so they should stay the same. */
export type HostAddress = { readonly address: string; readonly port: number };

/** The address of the last start. */
export type HostAddressFile = {
  /** Undefined when none is known. */
  read(): Promise<HostAddress | undefined>;
  write(address: HostAddress): Promise<void>;
};

const written = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}):(\d{1,5})$/;

/** The file in the data folder. */
export function createHostAddressFile(dataDir: string): HostAddressFile {
  const folder = path.join(dataDir, 'browser');
  const file = path.join(folder, 'address');
  return {
    async read() {
      // A file that is missing or cannot be read costs no more than another address.
      const [, address, digits] = written.exec(await readFile(file, 'utf8').catch(() => '')) ?? [];
      const port = Number(digits);
      return address !== undefined && port > 0 && port <= 65535 ? { address, port } : undefined;
    },
    async write({ address, port }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replaceFile(file, `${address}:${port}`, 'process');
    },
  };
}

/**
 * A random address of 127.0.0.0/8 (RFC 1122, 3.2.1.3) other than 127.0.0.1: programs of other users, which mostly listen
 * there, get neither its cookies nor its requests.
 */
export function randomLoopbackAddress(): string {
  return `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`;
}
