import path from 'node:path';
import type { RelaunchOptions } from 'electron/main';

/**
 * The arguments of the command line when the app is started as one (`--cli -- export …`), else undefined. Nothing after
 * `--` is read by Chromium, and Electron does not take an argument such as `name:value` for an address.
 */
export function cliArguments(args: readonly string[]): readonly string[] | undefined {
  const at = args.indexOf('--cli');
  if (at < 0) return undefined;
  return args.slice(args[at + 1] === '--' ? at + 2 : at + 1);
}

/**
 * The folder given as `--data-dir DIR` or `--data-dir=DIR`, absolute; undefined when there is none. Other arguments are
 * ignored, since they belong to Chromium.
 */
export function dataDirFlag(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === '--data-dir' || arg.startsWith('--data-dir='));
  const given = args[at]?.split('=').slice(1).join('=') || args[at + 1];
  return at < 0 || !given ? undefined : path.resolve(given);
}

/**
 * Command that starts the app again with arguments. An AppImage runs from a mount that ends with it, so that its file
 * is started; unpacked, since a process that Electron starts again may not mount anything.
 */
export function relaunchOptions(
  args: readonly string[],
  { APPIMAGE }: Readonly<Record<string, string | undefined>> = process.env,
): RelaunchOptions {
  if (APPIMAGE === undefined) return { args: [...args] };
  return { execPath: APPIMAGE, args: ['--appimage-extract-and-run', ...args] };
}
