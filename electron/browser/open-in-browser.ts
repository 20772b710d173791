import { spawn } from 'node:child_process';

/** The program that opens an address in the user's browser; undefined when there is no display to show one on. */
export function browserOpener(
  url: string,
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): { readonly program: string; readonly args: readonly string[] } | undefined {
  if (platform === 'darwin') return { program: 'open', args: [url] };
  if (platform === 'win32') return { program: 'rundll32', args: ['url.dll,FileProtocolHandler', url] };
  if (!environment.DISPLAY && !environment.WAYLAND_DISPLAY) return undefined;
  return { program: 'xdg-open', args: [url] };
}

/** Opens `url` in the default browser. Answers why not when it could not; the address is printed in any case. */
export function openInBrowser(url: string): Promise<string | undefined> {
  const opener = browserOpener(url);
  if (!opener) return Promise.resolve('There is no display');
  return new Promise((resolve) => {
    // Detached: the browser that it may start must outlive the host.
    const child = spawn(opener.program, opener.args, { stdio: 'ignore', detached: true });
    child.once('error', (error) => resolve(`${opener.program} could not be started (${error.message})`));
    child.once('spawn', () => resolve(undefined));
    child.unref();
  });
}
