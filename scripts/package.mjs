/** Packages the app with electron-builder: `npm run package`. Arguments after `--` go to electron-builder. */
import { electronDist, obtainElectron } from './lib/electron-runtime.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { packageBin } from './lib/packages.mjs';
import { inProject } from './lib/paths.mjs';
import { projectNode } from './lib/project-node.mjs';
import { handleInterruption, run, wasInterrupted } from './lib/run.mjs';

handleInterruption();
await installWhatIsMissing('start');
exitIfInterrupted();
const { reason } = await obtainElectron({ isAskedFor: true, needsDisplay: false });
exitIfInterrupted();
if (reason !== undefined) {
  console.error(`Cannot package: Electron is needed, and ${reason}. Run this where it can be downloaded.`);
  process.exit(1);
}
const built = await run(projectNode(), [inProject('scripts', 'build.mjs')]);
exitIfInterrupted();
if (built !== 0) process.exit(built);
const builder = packageBin('electron-builder', 'electron-builder');
const dist = `-c.electronDist=${electronDist()}`;
process.exit(
  await run(projectNode(), [builder, '--publish', 'never', dist, ...signing(), ...process.argv.slice(2)]),
);

/**
 * Without a certificate (CSC_LINK or CSC_NAME) the app is signed ad hoc on macOS: the fuses break Electron's signature,
 * and Apple silicon starts no app without one.
 */
function signing() {
  const hasCertificate = process.env.CSC_NAME !== undefined || process.env.CSC_LINK !== undefined;
  return hasCertificate ? [] : ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false'];
}

function exitIfInterrupted() {
  if (wasInterrupted()) process.exit(130);
}
