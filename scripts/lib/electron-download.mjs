import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectNode } from './project-node.mjs';
import { run } from './run.mjs';

/** Milliseconds between two checks of what has arrived. */
const interval = 250;

/**
 * Runs Electron's installer, a script that downloads into the system's temporary folder and unpacks into `target`.
 * It prints nothing for 30 seconds and waits for a silent network for minutes; therefore what it writes is watched.
 * `onProgress` is called with the bytes that it has written. Returns `silent` when it was ended because there was none
 * within `firstByteTimeout` milliseconds, else `ended`; it is also ended after `timeout` milliseconds.
 */
export async function runElectronInstaller({ installer, target, firstByteTimeout, timeout, onProgress }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-electron-'));
  const size = () => sizeOf(folder) + sizeOf(target);
  const sizeBefore = size();
  let outcome = 'ended';
  let silence;
  let watch;
  await run(projectNode(), [installer], {
    timeout,
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
    onStart(child) {
      silence = setTimeout(() => {
        if (size() !== sizeBefore) return;
        outcome = 'silent';
        child.kill('SIGKILL');
      }, firstByteTimeout);
      watch = setInterval(() => {
        const written = size() - sizeBefore;
        if (written !== 0) onProgress(written);
      }, interval);
    },
  });
  clearTimeout(silence);
  clearInterval(watch);
  rmSync(folder, { recursive: true, force: true });
  return outcome;
}

/** Bytes of the files in a folder; a folder has a size, too, which the installer creates before anything arrives. */
function sizeOf(folder) {
  if (!existsSync(folder)) return 0;
  try {
    return readdirSync(folder, { recursive: true })
      .map((file) => statSync(path.join(folder, file), { throwIfNoEntry: false }))
      .map((stats) => (stats?.isFile() ? stats.size : 0))
      .reduce((sum, size) => sum + size, 0);
  } catch (error) {
    // The installer has just removed a folder.
    if (error.code === 'ENOENT') return 0;
    throw error;
  }
}
