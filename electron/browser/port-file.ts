import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../core/base/replace-file.ts';

/** The port of the last start. A browser keeps what a page stores by address, so the port should stay the same. */
export type PortFile = {
  /** Undefined when none is known. */
  read(): Promise<number | undefined>;
  write(port: number): Promise<void>;
};

/** The file in the data folder. */
export function createPortFile(dataDir: string): PortFile {
  const folder = path.join(dataDir, 'browser');
  const file = path.join(folder, 'port');
  return {
    async read() {
      // A file that is missing or cannot be read costs no more than another port.
      const text = await readFile(file, 'utf8').catch(() => '');
      const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
      return port > 0 && port <= 65535 ? port : undefined;
    },
    async write(port) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replaceFile(file, String(port), 'process');
    },
  };
}
