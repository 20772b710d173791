import type { RelaunchOptions } from 'electron/main';

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
