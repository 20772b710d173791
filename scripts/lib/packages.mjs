import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from './paths.mjs';
import { run } from './run.mjs';

/** Timeout for npm in milliseconds, since the timeouts of its downloads add up. */
const installTimeout = 20 * 60_000;

/** Installs the npm packages that package-lock.json names. Returns npm's exit code; 137 after a timeout. */
export function installPackages() {
  console.log('Installing npm packages (npm ci) …');
  const { program, args } = npm();
  // Hides warnings about Node.js versions: the tools run on the project's Node.js.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  return run(program, [...args, 'ci', '--include=dev', '--include=optional', ...quiet], {
    timeout: installTimeout,
  });
}

/** Whether every package of package-lock.json is installed, according to npm's hidden lockfile. */
export function arePackagesInstalled() {
  const note = inProject('node_modules', '.package-lock.json');
  if (!existsSync(note)) return false;
  const { packages: installed } = readJson(note);
  const { packages: locked } = readJson(inProject('package-lock.json'));
  return Object.entries(locked).every(
    ([folder, { version, optional }]) => folder === '' || optional || installed[folder]?.version === version,
  );
}

/** Whether the optional native keychain module is installed, in the version of package-lock.json. */
export function hasKeytar() {
  if (!existsSync(inProject('node_modules', 'keytar', 'build', 'Release', 'keytar.node'))) return false;
  const { version } = readJson(inProject('node_modules', 'keytar', 'package.json'));
  return version === readJson(inProject('package-lock.json')).packages['node_modules/keytar'].version;
}

/** The program of an installed package, as a file for Node.js. */
export function packageBin(packageName, binName) {
  const folder = inProject('node_modules', ...packageName.split('/'));
  return inProject(
    'node_modules',
    ...packageName.split('/'),
    readJson(`${folder}/package.json`).bin[binName],
  );
}

/**
 * The npm program, without a shell: the script of the npm that has started this process. On Windows, where only a shell
 * can start `npm.cmd`, the script of the npm that comes with Node.js.
 */
export function npm(platform = process.platform, environment = process.env, node = process.execPath) {
  const script = environment.npm_execpath;
  if (script && /npm-cli\.js$/.test(script)) return { program: node, args: [script] };
  if (platform !== 'win32') return { program: 'npm', args: [] };
  const folder = path.win32.dirname(node);
  return { program: node, args: [path.win32.join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js')] };
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
