import { hash } from 'node:crypto';
import { chmod, mkdir, rm, rmdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { replaceFile } from '../core/base/replace-file.ts';

/** A page, readable by the user only, that leads a browser to the address of the running host. */
export type AddressFile = {
  readonly path: string;
  /** Writes an address that has not been used. */
  write(address: string): Promise<void>;
  remove(): Promise<void>;
};

/**
 * The file in the data folder. Where that is hidden, in the folder `Sightline` of the user's home: browsers from Snap
 * and Flatpak cannot open a file in a hidden folder.
 */
export function createAddressFile(dataDir: string, home = os.homedir()): AddressFile {
  const isHidden = dataDir.split(path.sep).some((name) => name.startsWith('.'));
  const folder = isHidden ? path.join(home, 'Sightline') : path.join(dataDir, 'browser');
  // The home is shared by all data folders of the user.
  const suffix = isHidden ? `-${hash('sha256', dataDir).slice(0, 8)}` : '';
  const file = path.join(folder, `open-sightline${suffix}.html`);
  return {
    path: file,
    async write(address) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The folder may be older.
      await chmod(folder, 0o700);
      await replaceFile(file, redirectTo(address), 'process');
    },
    async remove() {
      await rm(file, { force: true });
      // It may have files of the user, or that of another data folder.
      if (isHidden) await rmdir(folder).catch(() => {});
    },
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
