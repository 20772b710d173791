import { failedRecently, recordFailure } from './attempts.mjs';
import { arePackagesInstalled, hasKeytar, installPackages } from './packages.mjs';
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
  const missing = missingSystemPackages(purpose);
  if (missing.length > 0 && mayInstallSystemPackages()) await installSystemPackages(missing, purpose);
  if (wasInterrupted()) return;

  if (!arePackagesInstalled() || mayGetKeytarNow(purpose)) {
    const code = await installPackages();
    if (wasInterrupted()) return;
    if (code === 137) fail('npm ci took too long and was ended. Check the network, then start again.');
    if (code !== 0) fail(`npm ci ended with code ${code}. Its own lines above say why.`);
    if (!hasKeytar()) recordFailure('keytar');
  }
  if (projectNode() === undefined) {
    fail('npm ci did not bring Node.js 24 along (are install scripts turned off?). Use Node.js 24 or newer.');
  }

  const stillMissing = missingSystemPackages(purpose);
  if (stillMissing.length === 0 || mayInstallSystemPackages()) return;
  console.log('Some system packages are missing; what needs them will say so. To install them:');
  console.log(`  ${installCommand(stillMissing)}`);
}

/** Whether the keychain module is missing, and everything needed to build it is now installed. */
function mayGetKeytarNow(purpose) {
  return !hasKeytar() && !failedRecently('keytar') && missingSystemPackages(purpose).length === 0;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
