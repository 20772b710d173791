import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { failedRecently, recordFailure } from './attempts.mjs';
import { runElectronInstaller } from './electron-download.mjs';
import { inProject } from './paths.mjs';
import { hasDisplay } from './programs.mjs';

/** Milliseconds for a download, and for its first byte: `npm start` goes on in the browser within ten seconds. */
const whileStarting = { timeout: 120_000, firstByteTimeout: 8000 };
const whenRequired = { timeout: 15 * 60_000, firstByteTimeout: 60_000 };
/** Progress is printed each time that so many bytes have arrived. */
const progressStep = 20_000_000;

/** The Electron program that the `electron` package would run; undefined when its runtime is not there. */
export function findElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  // Written last: without it, unpacking was interrupted.
  if (!override && !existsSync(inProject('node_modules', 'electron', 'path.txt'))) return undefined;
  const program = path.join(override || inProject('node_modules', 'electron', 'dist'), programName());
  return existsSync(program) ? program : undefined;
}

/** The folder of the Electron runtime, which packaging copies. */
export function electronDist() {
  const program = findElectron();
  if (program === undefined) return undefined;
  return program.slice(0, -programName().length - 1);
}

/**
 * Finds the Electron runtime or downloads it: `{ program }`, or `{ reason }` why there is none. Unless requested by the
 * user, it is tried for two minutes at most, eight seconds while nothing arrives. It is tried only with a display, and
 * after a failure not again for a day.
 */
export async function obtainElectron({ isRequired = false, needsDisplay = true } = {}) {
  if (needsDisplay && !hasDisplay()) return { reason: 'there is no display' };
  const found = findElectron();
  if (found !== undefined) return { program: found };
  const { version } = JSON.parse(readFileSync(inProject('node_modules', 'electron', 'package.json'), 'utf8'));
  const what = `electron ${version}`;
  if (!isRequired && failedRecently(what))
    return { reason: 'its runtime could not be downloaded lately (--host electron tries again)' };
  const { timeout, firstByteTimeout } = isRequired ? whenRequired : whileStarting;
  console.log(`Downloading Electron ${version}, about 120 MB; at most ${timeout / 60_000} minutes …`);
  const outcome = await runElectronInstaller({
    installer: inProject('node_modules', 'electron', 'install.js'),
    target: inProject('node_modules', 'electron', 'dist'),
    firstByteTimeout,
    timeout,
    onProgress: progressPrinter(),
  });
  const program = findElectron();
  if (program !== undefined) return { program };
  recordFailure(what);
  const why = outcome === 'silent' ? ` (nothing arrived for ${firstByteTimeout / 1000} seconds)` : '';
  return { reason: `its runtime cannot be downloaded${why}` };
}

function progressPrinter() {
  let printed = 0;
  return (bytes) => {
    const steps = Math.floor(bytes / progressStep);
    if (steps <= printed) return;
    printed = steps;
    console.log(`  ${(steps * progressStep) / 1e6} MB`);
  };
}

/** Name of the program in `electron/install.js`. */
export function programName(platform = process.platform) {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}
