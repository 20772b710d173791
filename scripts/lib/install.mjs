import { failedRecently, recordFailure } from './attempts.mjs';
import { checkBinaries } from './binaries.mjs';
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
 * Installs what is missing for `start` or `test`: npm packages, and on Debian as root system packages. Without the rights it prints the command and goes on. Ends this
 * process when the npm packages cannot be had, or are not what was published.
 */
export async function installWhatIsMissing(purpose) {
  const missing = missingSystemPackages(purpose);
  if (missing.length > 0 && mayInstallSystemPackages()) await installSystemPackages(missing, purpose);
  if (wasInterrupted()) return;

  if (!arePackagesInstalled() || mayGetKeytarNow()) {
    const code = await installPackages();
    if (wasInterrupted()) return;
    if (code === 137) fail('npm ci took too long and was ended. Check the network, then start again.');
    if (code !== 0) fail(`npm ci ended with code ${code}. Its own lines above state the reason.`);
    if (!hasKeytar()) recordFailure('keytar');
  }
  if (projectNode() === undefined) {
    fail('npm ci did not bring Node.js 24 along (are install scripts turned off?). Use Node.js 24 or newer.');
  }

  const { problems, remarks } = checkBinaries();
  for (const remark of remarks) console.log(remark);
  if (problems.length > 0) fail(problems.join('\n'));

  const stillMissing = missingSystemPackages(purpose);
  if (stillMissing.length === 0 || mayInstallSystemPackages()) return;
  console.log('Some system packages are missing; what needs them reports it. To install them:');
  console.log(`  ${installCommand(stillMissing)}`);
}

/** Whether the keychain module is missing, which is optional for npm. */
function mayGetKeytarNow() {
  return !hasKeytar() && !failedRecently('keytar');
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
