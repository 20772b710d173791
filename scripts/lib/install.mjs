import { installPackages } from './packages.mjs';
import { projectNode } from './project-node.mjs';
import { wasInterrupted } from './run.mjs';
import {
  installCommand,
  installSystemPackages,
  mayInstallSystemPackages,
  missingSystemPackages,
} from './system-packages.mjs';

/**
 * Installs what is missing for `start` or `test`: npm packages, and on Debian as root system packages (before, since
 * the keychain module may be built with them). Without the rights it prints the command and goes on. Ends this
 * process when the npm packages cannot be had.
 */
export async function installWhatIsMissing(purpose) {
  const before = missingSystemPackages(purpose);
  if (before.length > 0 && mayInstallSystemPackages()) await installSystemPackages(before, purpose);
  if (wasInterrupted()) return;

  const code = await installPackages();
  if (wasInterrupted()) return;
  if (code !== 0) fail(`npm ci ended with code ${code}. Its own lines above say why.`);
  if (projectNode() === undefined) {
    fail(
      'npm ci did not bring Node.js 24 along (are install scripts turned off?). Start with Node.js 24 or newer.',
    );
  }

  const after = missingSystemPackages(purpose);
  if (after.length > 0 && !mayInstallSystemPackages()) {
    console.log(`Some system packages are missing; what needs them will say so. To install them:`);
    console.log(`  ${installCommand(after)}`);
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
