import { spawn } from 'node:child_process';

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
