/** Packages the app with electron-builder: `npm run package`. Arguments after `--` go to electron-builder. */
import './lib/help.mjs';
import { electronDist, obtainElectron } from './lib/electron-runtime.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { packageBin } from './lib/packages.mjs';
import { inProject } from './lib/paths.mjs';
import { projectNode } from './lib/project-node.mjs';
import { handleInterruption, run, wasInterrupted } from './lib/run.mjs';
import { signingFlags } from './lib/signing.mjs';

handleInterruption();
await installWhatIsMissing('start');
exitIfInterrupted();
const { reason } = await obtainElectron({ isRequired: true, needsDisplay: false });
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
  await run(projectNode(), [
    builder,
    '--publish',
    'never',
    dist,
    ...signingFlags(),
    ...process.argv.slice(2),
  ]),
);

function exitIfInterrupted() {
  if (wasInterrupted()) process.exit(130);
}
