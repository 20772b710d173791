import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The full path of a program on the PATH; undefined when there is none. */
export function findProgram(name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find(isExecutable);
}

/** Whether a window can be shown. */
export function hasDisplay(platform = process.platform, environment = process.env) {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
