import { spawn } from 'node:child_process';
import { hash, randomInt } from 'node:crypto';
import { chmod, mkdir, readFile, rm, rmdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { replaceFile } from '../core/base/replace-file.ts';

/**
 * The file in the data folder. Where that is hidden, in the folder `Sightline` of the user's home: browsers from Snap
 * and Flatpak cannot open a file in a hidden folder.
 */
export function createAddressFile(dataDir: string, home = os.homedir()) {
  const isHidden = dataDir.split(path.sep).some((name) => name.startsWith('.'));
  const folder = isHidden ? path.join(home, 'Sightline') : path.join(dataDir, 'browser');
  // The home is shared by all data folders of the user.
  const suffix = isHidden ? `-${hash('sha256', dataDir).slice(0, 8)}` : '';
  const file = path.join(folder, `open-sightline${suffix}.html`);
  return {
    path: file,
    /** Writes an address that has not been used. */
    async write(address: string): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The folder may be older.
      await chmod(folder, 0o700);
      await replaceFile(file, redirectTo(address), 'process');
    },
    async remove(): Promise<void> {
      await rm(file, { force: true });
      // It may have files of the user, or that of another data folder.
      if (isHidden) await rmdir(folder).catch(() => {});
    },
  };
}

/** A page, readable by the user only, that leads a browser to the address of the running host. */
export type AddressFile = ReturnType<typeof createAddressFile>;

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

/** An address of loopback and a port. A browser keeps what a page stores by both, so they should stay the same. */
export type HostAddress = { readonly address: string; readonly port: number };

const written = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}):(\d{1,5})$/;

/** The file in the data folder. */
export function createHostAddressFile(dataDir: string) {
  const folder = path.join(dataDir, 'browser');
  const file = path.join(folder, 'address');
  return {
    /** Undefined when none is known. */
    async read(): Promise<HostAddress | undefined> {
      // A file that is missing or cannot be read costs no more than another address.
      const [, address, digits] = written.exec(await readFile(file, 'utf8').catch(() => '')) ?? [];
      const port = Number(digits);
      return address !== undefined && port > 0 && port <= 65535 ? { address, port } : undefined;
    },
    async write({ address, port }: HostAddress): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replaceFile(file, `${address}:${port}`, 'process');
    },
  };
}

/** The address of the last start. */
export type HostAddressFile = ReturnType<typeof createHostAddressFile>;

/**
 * A random address of 127.0.0.0/8 (RFC 1122, 3.2.1.3) other than 127.0.0.1: programs of other users, which mostly listen
 * there, get neither its cookies nor its requests.
 */
export function randomLoopbackAddress(): string {
  return `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`;
}

/** The program that opens a page's file in the user's browser; undefined when there is no display. */
export function browserOpener(
  file: string,
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): { readonly program: string; readonly args: readonly string[] } | undefined {
  if (platform === 'darwin') return { program: 'open', args: [file] };
  if (platform === 'win32') return { program: 'rundll32', args: ['url.dll,FileProtocolHandler', file] };
  if (!environment.DISPLAY && !environment.WAYLAND_DISPLAY) return undefined;
  return { program: 'xdg-open', args: [file] };
}

/**
 * Opens the file of a page in the default browser. Returns the reason when that failed. It is a file, because every
 * local user can read the arguments of a program, and the address has a token.
 */
export function openInBrowser(file: string): Promise<string | undefined> {
  const opener = browserOpener(file);
  if (!opener) return Promise.resolve('There is no display');
  return new Promise((resolve) => {
    // Detached, because a browser that it starts must outlive the host.
    const child = spawn(opener.program, opener.args, { stdio: 'ignore', detached: true });
    child.once('error', (error) => resolve(`${opener.program} could not be started (${error.message})`));
    child.once('spawn', () => resolve(undefined));
    child.unref();
  });
}
