import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { failedRecently, recordFailure } from './attempts.mjs';
import { inProject } from './paths.mjs';
import { findProgram, hasDisplay } from './programs.mjs';
import { run } from './run.mjs';

const browsers = ['chromium', 'google-chrome', 'firefox', 'firefox-esr', 'x-www-browser', 'microsoft-edge'];

/** A Debian package, and a check whether it or an equivalent is installed. */
const keychain = [['libsecret-1-0', isInstalled]];

const tests = [
  ['chromium', findProgram],
  ['chromium-headless-shell', findProgram],
  ['fonts-liberation', isInstalled],
  // A screen for the test that opens a window.
  ['xvfb', () => findProgram('Xvfb')],
  ['gdal-bin', () => findProgram('ogrinfo')],
  ['sqlite3', findProgram],
  ['poppler-utils', () => findProgram('pdftotext')],
  // About 1 GB with what it needs, installed within two minutes.
  ['python3-qgis', isInstalled],
  // It joins areas with the other one only.
  ['python3-geopandas', isInstalled],
  ['python3-rtree', isInstalled],
  // PostgreSQL with PostGIS, of which tests start servers of their own.
  ['postgresql-postgis', isInstalled],
  ['pgbouncer', isInstalled],
  ['gnome-keyring', () => findProgram('gnome-keyring-daemon')],
  ['dbus', () => findProgram('dbus-run-session')],
];

const anyBrowser = [['chromium', () => !hasDisplay() || browsers.some(findProgram)]];

/** Debian's packages that are missing for `start` or `test`; none on other systems, whose package names are unknown. */
export function missingSystemPackages(purpose) {
  if (!existsSync('/etc/debian_version') || !findProgram('apt-get')) return [];
  return [...keychain, ...(purpose === 'test' ? tests : anyBrowser)]
    .filter(([name, isThere]) => !isThere(name))
    .map(([name]) => name);
}

/** Whether we may install system packages. */
export function mayInstallSystemPackages() {
  return process.getuid?.() === 0;
}

/** The command with which a user installs them. */
export function installCommand(packages) {
  return `sudo apt-get install --yes --no-install-recommends ${packages.join(' ')}`;
}

/** Installs Debian packages as root. A start tries again only after a day, so as not to be slow each time. */
export async function installSystemPackages(packages, purpose) {
  const what = `apt ${packages.join(' ')}`;
  if (purpose === 'start' && failedRecently(what)) return;
  console.log(`Installing Debian packages: ${packages.join(' ')} …`);
  if (packages.includes('postgresql-postgis')) preventMainCluster();
  if (packages.includes('pgbouncer')) preventService('pgbouncer');
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  await run('apt-get', ['update', '-qq'], { ...options, timeout: 180_000 });
  const flags = ['install', '--yes', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
  const code = await run('apt-get', [...flags, ...packages], { ...options, timeout: 900_000 });
  if (code === 0) return;
  console.log(`That failed; going on without. The command was: ${installCommand(packages)}`);
  if (existsSync(inProject('node_modules'))) recordFailure(what);
}

/** Debian would otherwise create a server that starts with the system that is not used. */
function preventMainCluster() {
  const folder = '/etc/postgresql-common/createcluster.d';
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/sightline.conf`, 'create_main_cluster = false\n');
}

/** The same for a service: it is masked (systemctl(1)), unless its administrator has decided otherwise. */
function preventService(name) {
  const unit = `/etc/systemd/system/${name}.service`;
  mkdirSync(path.dirname(unit), { recursive: true });
  if (!existsSync(unit)) symlinkSync('/dev/null', unit);
}

function isInstalled(name) {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', `\${db:Status-Status}`, name], {
    encoding: 'utf8',
  });
  return stdout === 'installed';
}
