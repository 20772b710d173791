import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CoreOptions } from './core/core-options.ts';

/** The locations of the built app's files. */
export type AppPaths = {
  /** Folder of the built page. */
  readonly rendererDir: string;
  readonly workers: CoreOptions['workers'];
};

/**
 * The built app's files, relative to the URL of a module in `dist/main`. Worker threads cannot be relied on inside an
 * asar archive (electron #22446, #23078): they are unpacked next to it and loaded from there.
 */
export function appPaths(moduleUrl: string): AppPaths {
  const unpackedUrl = moduleUrl.replace(/\/app\.asar\//, '/app.asar.unpacked/');
  return {
    rendererDir: fileURLToPath(new URL('../renderer', moduleUrl)),
    workers: {
      workspace: new URL('./workers/workspace-worker.mjs', unpackedUrl),
      exporting: new URL('./workers/export-worker.mjs', unpackedUrl),
      workspaceTools: new URL('./workers/workspace-tools-worker.mjs', unpackedUrl),
      demoService: new URL('./workers/demo-service-worker.mjs', unpackedUrl),
      capabilities: new URL('./workers/capabilities-worker.mjs', unpackedUrl),
      team: new URL('./workers/team-worker.mjs', unpackedUrl),
    },
  };
}

/**
 * Folder of workspaces, settings and chips are stored unless `--data-dir` is given: `$XDG_DATA_HOME/sightline` (by
 * default `~/.local/share/sightline`), `~/Library/Application Support/Sightline` or `%APPDATA%\Sightline`.
 */
export function defaultDataDir(
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
  home = os.homedir(),
): string {
  switch (platform) {
    case 'darwin':
      return path.join(home, 'Library', 'Application Support', 'Sightline');
    case 'win32':
      return path.join(environment.APPDATA ?? path.join(home, 'AppData', 'Roaming'), 'Sightline');
    default:
      return path.join(xdgDataHome(environment) ?? path.join(home, '.local', 'share'), 'sightline');
  }
}

/** The XDG base directory specification has relative paths ignored. */
function xdgDataHome(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const folder = environment.XDG_DATA_HOME;
  return folder && path.isAbsolute(folder) ? folder : undefined;
}
