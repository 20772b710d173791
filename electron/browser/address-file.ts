import { chmod, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../core/base/replace-file.ts';

/** A page, readable by the user only, that leads a browser to the address of the running host. */
export type AddressFile = {
  readonly path: string;
  /** Writes an address that has not been used. */
  write(address: string): Promise<void>;
  remove(): Promise<void>;
};

/** The file in the data folder. */
export function createAddressFile(dataDir: string): AddressFile {
  const folder = path.join(dataDir, 'browser');
  const file = path.join(folder, 'open-sightline.html');
  return {
    path: file,
    async write(address) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The folder may be older.
      await chmod(folder, 0o700);
      await replaceFile(file, redirectTo(address), 'process');
    },
    remove: () => rm(file, { force: true }),
  };
}

function redirectTo(address: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Sightline</title>
<p><a href="${address}">Open Sightline</a>
</html>
`;
}
